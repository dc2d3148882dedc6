import { type Abi, type Address, concatHex, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import { mockDepositoryAbi } from '../../generated/abi/mockDepository.js'
import { mockMetadataApprovalProxyAbi } from '../../generated/abi/mockMetadataApprovalProxy.js'
import { mockMetadataRouterAbi } from '../../generated/abi/mockMetadataRouter.js'
import { mockPlainApprovalProxyAbi } from '../../generated/abi/mockPlainApprovalProxy.js'
import { mockPlainRouterAbi } from '../../generated/abi/mockPlainRouter.js'
import type { OrderCall } from '../../protocol/order/encodeOrderCall.js'
import { isNative } from '../chains/chain.js'
import type { FillRouter } from '../chains/router.js'
import type { WalletTransaction } from './wallet.js'

/** Creates a payment of native currency or of a token. Units: smallest unit. */
export function createTransfer(currency: Address, to: Address, amount: bigint): WalletTransaction {
  if (isNative(currency)) return { to, value: amount }
  return {
    to: currency,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  }
}

export function createApproval(token: Address, spender: Address, amount: bigint): WalletTransaction {
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  }
}

export function createNativeDeposit(
  depository: Address,
  depositor: Address,
  amount: bigint,
  orderId: Hex,
): WalletTransaction {
  const args = [depositor, orderId] as const
  const data = encodeFunctionData({ abi: mockDepositoryAbi, functionName: 'depositNative', args })
  return { to: depository, data, value: amount }
}

type CreatePaymentParameters = {
  currency: Address
  to: Address
  /** Smallest unit. */
  amount: bigint
  /** The order's id, at the end of the transaction's data. */
  orderId: Hex
  /**
   * The router that pays native currency to a contract. A contract may reject a direct payment with an order's id in its
   * data.
   */
  router: FillRouter | undefined
  /** Receives what remains in the router. For a payment nothing remains. */
  solver: Address
}

/** Creates a fill without calls, or a refund, in the form that the service's oracle accepts. */
export function createPayment(parameters: CreatePaymentParameters): WalletTransaction {
  const { currency, to, amount, orderId, router, solver } = parameters
  const transaction =
    isNative(currency) && router
      ? createMulticall(
          { router, calls: [createNativeCleanup(router, amount, to)], refundTo: solver },
          amount,
        )
      : createTransfer(currency, to, amount)
  return tag(transaction, orderId)
}

/** Appends an order's id to the data of a transaction. The called function ignores the id. */
export function tag(transaction: WalletTransaction, orderId: Hex): WalletTransaction {
  return { ...transaction, data: concatHex([transaction.data ?? '0x', orderId]) }
}

/** Enough gas for any calls in the mock, and less than every chain's limit for a transaction. */
const maxGas = 15_000_000n

type CreateFillWithCallsParameters = {
  router: FillRouter
  orderId: Hex
  currency: Address
  /** The solver's payment to the router, in the smallest unit. */
  amount: bigint
  calls: readonly OrderCall[]
  /** Receives the native currency that remains after the calls. */
  refundTo: Address
  /** The gas limit of the quote, for the whole transaction. */
  txsGasLimit: bigint | undefined
  /** Lets each call fail on its own, to find the failing one. */
  allowFailure?: boolean
}

/**
 * Creates the transaction that fills an order with calls.
 *
 * Native currency reaches the router as the multicall's value. In the first call, the router sends this amount to itself,
 * which emits the log that the oracle reads. Tokens come through the approval proxy. The order's calls follow, unchanged
 * and in order.
 */
export function createFillWithCalls(parameters: CreateFillWithCallsParameters): WalletTransaction {
  const {
    router,
    orderId,
    currency,
    amount,
    refundTo,
    txsGasLimit = maxGas,
    allowFailure = false,
  } = parameters
  const gas = txsGasLimit < maxGas ? txsGasLimit : maxGas
  const calls = parameters.calls.map(
    ({ to, value, data }): RouterCall => ({ target: to, allowFailure, value, callData: data }),
  )
  if (!isNative(currency)) {
    const transaction = createTokenMulticall({ router, calls, refundTo }, { token: currency, amount })
    return { ...tag(transaction, orderId), gas }
  }
  const paid: RouterCall = { target: router.address, allowFailure: false, value: amount, callData: '0x' }
  return { ...tag(createMulticall({ router, calls: [paid, ...calls], refundTo }, amount), orderId), gas }
}

type RouterCall = { target: Address; allowFailure: boolean; value: bigint; callData: Hex }

type MulticallParameters = {
  router: FillRouter
  calls: readonly RouterCall[]
  /** Receives the native currency that remains. */
  refundTo: Address
}

/** Creates the transaction to the router that makes the calls with the solver's native currency. */
export function createMulticall(
  { router, calls, refundTo }: MulticallParameters,
  value: bigint,
): WalletTransaction {
  const data = encode(router, 'router', 'multicall', [calls, refundTo, zeroAddress])
  return { to: router.address, data, value }
}

/** Creates the transaction to the approval proxy that moves the solver's tokens into the router, which makes the calls. */
export function createTokenMulticall(
  { router, calls, refundTo }: MulticallParameters,
  { token, amount }: { token: Address; amount: bigint },
): WalletTransaction {
  const args = [[token], [amount], calls, refundTo, zeroAddress]
  return {
    to: router.approvalProxy,
    data: encode(router, 'approvalProxy', 'transferAndMulticall', args),
    value: 0n,
  }
}

/** Creates the router's call to itself that pays out native currency. */
function createNativeCleanup(router: FillRouter, amount: bigint, recipient: Address): RouterCall {
  const callData = encode(router, 'router', 'cleanupNative', [amount, recipient])
  return { target: router.address, allowFailure: false, value: 0n, callData }
}

const abis: Record<FillRouter['form'], Record<'router' | 'approvalProxy', Abi>> = {
  metadata: { router: mockMetadataRouterAbi, approvalProxy: mockMetadataApprovalProxyAbi },
  plain: { router: mockPlainRouterAbi, approvalProxy: mockPlainApprovalProxyAbi },
}

/** Encodes a call. Some routers also take metadata, which is empty here. */
function encode(
  { form }: FillRouter,
  contract: 'router' | 'approvalProxy',
  functionName: string,
  args: readonly unknown[],
): Hex {
  const abi = abis[form][contract]
  return encodeFunctionData({ abi, functionName, args: form === 'metadata' ? [...args, '0x'] : args })
}
