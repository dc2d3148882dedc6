import { type Address, concatHex, type Hex } from 'viem'
import { isNative } from '../chains/chain.js'
import type { FillRouter } from '../chains/router.js'
import { createMulticall, createNativeCleanup } from './routerCalls.js'
import { createTransfer } from './transfer.js'
import type { Transaction } from './wallet.js'

export type CreatePaymentParameters = {
  currency: Address
  to: Address
  /** Smallest unit. */
  amount: bigint
  /** The transaction's data ends with it. */
  orderId: Hex
  /** Through which native currency goes to a contract, which may refuse a payment that comes with an order's id. */
  router: FillRouter | undefined
  /** Gets what the router would have left, which is nothing. */
  solver: Address
}

/** The transaction that makes one payment of an order so that it counts: a fill without calls, or a refund. */
export function createPayment(parameters: CreatePaymentParameters): Transaction {
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

/** Appends an order's id to the data of a transaction; the functions that are called ignore it. */
export function tag(transaction: Transaction, orderId: Hex): Transaction {
  return { ...transaction, data: concatHex([transaction.data ?? '0x', orderId]) }
}
