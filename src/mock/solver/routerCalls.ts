import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { mockApprovalProxyAbi } from '../../generated/abi/mockApprovalProxy.js'
import { mockApprovalProxyV2Abi } from '../../generated/abi/mockApprovalProxyV2.js'
import { mockRouterAbi } from '../../generated/abi/mockRouter.js'
import { mockRouterV2Abi } from '../../generated/abi/mockRouterV2.js'
import type { FillRouter } from '../chains/router.js'
import type { Transaction } from './wallet.js'

/** One call of a multicall. */
export type RouterCall = { target: Address; allowFailure: boolean; value: bigint; callData: Hex }

export type MulticallParameters = {
  router: FillRouter
  calls: readonly RouterCall[]
  /** Gets the native currency that is left. */
  refundTo: Address
}

/** What the solver has to say about a movement of funds. */
const metadata = '0x'

/** The router's transaction that makes the calls with native currency of the solver's. */
export function createMulticall(
  { router, calls, refundTo }: MulticallParameters,
  value: bigint,
): Transaction {
  const data =
    router.version === 'v3'
      ? encodeFunctionData({
          abi: mockRouterAbi,
          functionName: 'multicall',
          args: [calls, refundTo, zeroAddress, metadata],
        })
      : encodeFunctionData({
          abi: mockRouterV2Abi,
          functionName: 'multicall',
          args: [calls, refundTo, zeroAddress],
        })
  return { to: router.address, data, value }
}

/** The approval proxy's transaction that brings tokens of the solver's into the router and has it make the calls. */
export function createTokenMulticall(
  { router, calls, refundTo }: MulticallParameters,
  { token, amount }: { token: Address; amount: bigint },
): Transaction {
  const data =
    router.version === 'v3'
      ? encodeFunctionData({
          abi: mockApprovalProxyAbi,
          functionName: 'transferAndMulticall',
          args: [[token], [amount], calls, refundTo, zeroAddress, metadata],
        })
      : encodeFunctionData({
          abi: mockApprovalProxyV2Abi,
          functionName: 'transferAndMulticall',
          args: [[token], [amount], calls, refundTo, zeroAddress],
        })
  return { to: router.approvalProxy, data, value: 0n }
}

/** The router's call of itself that pays native currency out of the router. */
export function createNativeCleanup(router: FillRouter, amount: bigint, recipient: Address): RouterCall {
  const callData =
    router.version === 'v3'
      ? encodeFunctionData({
          abi: mockRouterAbi,
          functionName: 'cleanupNative',
          args: [amount, recipient, metadata],
        })
      : encodeFunctionData({
          abi: mockRouterV2Abi,
          functionName: 'cleanupNative',
          args: [amount, recipient],
        })
  return { target: router.address, allowFailure: false, value: 0n, callData }
}
