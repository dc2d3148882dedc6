import { type Abi, type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { mockApprovalProxyAbi } from '../../generated/abi/mockApprovalProxy.js'
import { mockApprovalProxyV2Abi } from '../../generated/abi/mockApprovalProxyV2.js'
import { mockRouterAbi } from '../../generated/abi/mockRouter.js'
import { mockRouterV2Abi } from '../../generated/abi/mockRouterV2.js'
import type { FillRouter } from '../chains/router.js'
import type { Transaction } from './wallet.js'

/** One call of a multicall. */
export type RouterCall = { target: Address; allowFailure: boolean; value: bigint; callData: Hex }

type MulticallParameters = {
  router: FillRouter
  calls: readonly RouterCall[]
  /** Gets the native currency that is left. */
  refundTo: Address
}

/** The router's transaction that makes the calls with the solver's native currency. */
export function createMulticall(
  { router, calls, refundTo }: MulticallParameters,
  value: bigint,
): Transaction {
  const data = encode(router, 'router', 'multicall', [calls, refundTo, zeroAddress])
  return { to: router.address, data, value }
}

/** The approval proxy's transaction that brings the solver's tokens into the router, which makes the calls. */
export function createTokenMulticall(
  { router, calls, refundTo }: MulticallParameters,
  { token, amount }: { token: Address; amount: bigint },
): Transaction {
  const args = [[token], [amount], calls, refundTo, zeroAddress]
  return {
    to: router.approvalProxy,
    data: encode(router, 'approvalProxy', 'transferAndMulticall', args),
    value: 0n,
  }
}

/** The router's call of itself that pays out native currency. */
export function createNativeCleanup(router: FillRouter, amount: bigint, recipient: Address): RouterCall {
  const callData = encode(router, 'router', 'cleanupNative', [amount, recipient])
  return { target: router.address, allowFailure: false, value: 0n, callData }
}

const abis: Record<FillRouter['version'], Record<'router' | 'approvalProxy', Abi>> = {
  v3: { router: mockRouterAbi, approvalProxy: mockApprovalProxyAbi },
  'v2.1': { router: mockRouterV2Abi, approvalProxy: mockApprovalProxyV2Abi },
}

/** In version 3 each function also takes metadata, here empty. */
function encode(
  { version }: FillRouter,
  contract: 'router' | 'approvalProxy',
  functionName: string,
  args: readonly unknown[],
): Hex {
  const abi = abis[version][contract]
  return encodeFunctionData({ abi, functionName, args: version === 'v3' ? [...args, '0x'] : args })
}
