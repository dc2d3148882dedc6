import type { Address, Hex } from 'viem'
import type { OrderCall } from '../../protocol/order/encodeOrderCall.js'
import { isNative } from '../chains/chain.js'
import type { FillRouter } from '../chains/router.js'
import { tag } from './createPayment.js'
import { createMulticall, createTokenMulticall, type RouterCall } from './routerCalls.js'
import type { Transaction } from './wallet.js'

/** Enough for any calls that the mock is used for, and less than every chain's limit for a transaction. */
const maxGas = 15_000_000n

type CreateFillWithCallsParameters = {
  router: FillRouter
  orderId: Hex
  currency: Address
  /** What the solver pays to the router, in the smallest unit. */
  amount: bigint
  calls: readonly OrderCall[]
  /** Gets the native currency that the calls leave. */
  refundTo: Address
  /** The quote's; the whole transaction gets no more. */
  txsGasLimit: bigint | undefined
  /** Lets each call fail on its own, to find the one that does. */
  allowFailure?: boolean
}

/**
 * The transaction that fills an order with calls.
 *
 * - Rule: native currency reaches the router as the multicall's value, and the first call sends it from the router to
 *   itself, which leaves the log that counts. Tokens come through the approval proxy. The order's calls follow,
 *   unchanged and in order.
 */
export function createFillWithCalls(parameters: CreateFillWithCallsParameters): Transaction {
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
