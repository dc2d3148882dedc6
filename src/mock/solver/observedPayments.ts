import type { Address, Hash, Hex } from 'viem'
import { isNative } from '../chains/chain.js'
import type { LedgerPayment, RequestTerms } from '../ledger.js'

/** A payment that the solver found on a chain. */
export type ObservedPayment =
  /** A payment for an order, into the depository or to the solver. */
  | { kind: 'deposit'; deposit: Deposit }
  /** A swap by the exchange. */
  | { kind: 'swap'; orderId: Hex; txHash: Hash }
  /** A transfer on one chain, or a wrapper's conversion, that names an order and is its fill. */
  | { kind: 'send'; deposit: Deposit; to: Address }
  /** A payment to a deposit address, which belongs to an order. */
  | { kind: 'addressDeposit'; deposit: Omit<Deposit, 'orderId'>; address: Address }

/** Addresses to watch in addition to the service's contracts, in lower case. */
export type WatchedAddresses = {
  depositAddresses: ReadonlySet<string>
  /** The addresses of {@link targetOf} for transactions that are still expected. */
  recipients: ReadonlySet<string>
}

/** Returns the target of the user's own transaction, if that is the fill: the recipient or the wrapper. */
export function targetOf(terms: RequestTerms): Address | undefined {
  const { payment, recipient, originCurrency, destinationCurrency } = terms
  if (payment === 'send') return recipient
  if (payment !== 'wrap') return undefined
  return isNative(originCurrency) ? destinationCurrency : originCurrency
}

/** A payment for an order, from any source. Anyone can make one, with any id and any amount in the smallest unit. */
export type Deposit = LedgerPayment & {
  /** The credited account, which may not be the payer. */
  from: Address
  orderId: Hex
  txHash: Hash
}
