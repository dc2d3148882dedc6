import type { Address, Hash, Hex } from 'viem'
import { isNative } from '../chains/chain.js'
import type { LedgerPayment, RequestTerms } from '../ledger.js'

/** A payment that the solver found on a chain. */
export type ObservedPayment =
  /** A payment for an order, into the depository or to the solver. */
  | { kind: 'deposit'; deposit: Deposit }
  /** A swap by the exchange. */
  | { kind: 'swap'; orderId: Hex; txHash: Hash }
  /** A transfer on one chain, or a wrap or unwrap, with an order's id in its data. This transaction is itself the fill. */
  | { kind: 'send'; deposit: Deposit; to: Address }
  /** A payment to a deposit address, which belongs to an order. */
  | { kind: 'addressDeposit'; deposit: Omit<Deposit, 'orderId'>; address: Address }

/** Addresses to watch in addition to the service's contracts, in lower case. */
export type WatchedAddresses = {
  depositAddresses: ReadonlySet<string>
  /** The recipients and wrappers (see {@link targetOf}) that users have not paid yet. */
  recipients: ReadonlySet<string>
}

/** If the user's own transaction is the fill, returns its target: the recipient or the wrapper. */
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
