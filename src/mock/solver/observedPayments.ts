import type { Address, Hash, Hex } from 'viem'
import { isNative } from '../chains/chain.js'
import type { LedgerPayment, RequestTerms } from '../ledger.js'

/** A payment that the solver found on a chain. */
export type ObservedPayment =
  /** Into the depository, or to the solver, for an order. */
  | { kind: 'deposit'; deposit: Deposit }
  /** A swap by the exchange. */
  | { kind: 'swap'; orderId: Hex; txHash: Hash }
  /** A transfer on one chain, or a wrapper's conversion, that names an order and fills it. */
  | { kind: 'send'; deposit: Deposit; to: Address }
  /** A payment to a deposit address, which belongs to an order. */
  | { kind: 'addressDeposit'; deposit: Omit<Deposit, 'orderId'>; address: Address }

/** Addresses to watch besides the service's contracts, in lower case. */
export type WatchedAddresses = {
  depositAddresses: ReadonlySet<string>
  /** Those that {@link targetOf} names for what has not been made yet. */
  recipients: ReadonlySet<string>
}

/** Returns where the user's own transaction goes, if that is the fill: to the recipient, or to the wrapper. */
export function targetOf(terms: RequestTerms): Address | undefined {
  const { payment, recipient, originCurrency, destinationCurrency } = terms
  if (payment === 'send') return recipient
  if (payment !== 'wrap') return undefined
  return isNative(originCurrency) ? destinationCurrency : originCurrency
}

/** A payment for an order, wherever it came in. Anyone can make one, with any id and any amount in the smallest unit. */
export type Deposit = LedgerPayment & {
  /** The account that is credited, which may not be the payer. */
  from: Address
  orderId: Hex
  txHash: Hash
}
