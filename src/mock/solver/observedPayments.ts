import type { Address, Hash, Hex } from 'viem'
import type { LedgerPayment } from '../ledger.js'

/** A payment that the solver found on a chain. */
export type ObservedPayment =
  /** Into the depository, or to the solver, for an order. */
  | { kind: 'deposit'; deposit: Deposit }
  /** A swap by the exchange. */
  | { kind: 'swap'; orderId: Hex; txHash: Hash }
  /** A transfer on one chain that names an order and fills it. */
  | { kind: 'send'; deposit: Deposit; to: Address }
  /** A payment to a deposit address, which belongs to an order. */
  | { kind: 'addressDeposit'; deposit: Omit<Deposit, 'orderId'>; address: Address }

/** Addresses to watch besides the service's contracts, in lower case. */
export type WatchedAddresses = {
  depositAddresses: ReadonlySet<string>
  /** Recipients of transfers that have not been made yet. */
  recipients: ReadonlySet<string>
}

/** A payment for an order, wherever it came in. Anyone can make one, with any id and any amount in the smallest unit. */
export type Deposit = LedgerPayment & {
  /** The account that is credited, which may not be the payer. */
  from: Address
  orderId: Hex
  txHash: Hash
}
