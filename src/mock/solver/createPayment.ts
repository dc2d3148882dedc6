import { type Address, concatHex, type Hex } from 'viem'
import { isNative } from '../chains/chain.js'
import type { FillRouter } from '../chains/router.js'
import { createMulticall, createNativeCleanup } from './routerCalls.js'
import { createTransfer } from './transfer.js'
import type { Transaction } from './wallet.js'

type CreatePaymentParameters = {
  currency: Address
  to: Address
  /** Smallest unit. */
  amount: bigint
  /** The transaction's data ends with it. */
  orderId: Hex
  /** Pays native currency to contracts, which may reject a payment whose data is an order's id. */
  router: FillRouter | undefined
  /** Gets what the router has left, which is nothing. */
  solver: Address
}

/** A fill without calls, or a refund, in the form that counts. */
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

/** Appends an order's id to the data of a transaction. The called function ignores it. */
export function tag(transaction: Transaction, orderId: Hex): Transaction {
  return { ...transaction, data: concatHex([transaction.data ?? '0x', orderId]) }
}
