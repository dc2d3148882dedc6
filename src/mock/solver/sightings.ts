import type { Address, Hash, Hex } from 'viem'
import type { Deposit } from './deposits.js'

/** Something on a chain that the solver answers. */
export type Sighting =
  /** A payment into the depository, or to the solver, for an order. */
  | { kind: 'deposit'; deposit: Deposit }
  /** A swap that the exchange made. */
  | { kind: 'swap'; orderId: Hex; txHash: Hash }
  /** A transfer on one chain that names an order and is its own fill. */
  | { kind: 'send'; deposit: Deposit; to: Address }
  /** A payment to a deposit address; the order is the one that the address is for. */
  | { kind: 'arrival'; arrival: Omit<Deposit, 'orderId'>; address: Address }

/** What to look for beside the service's contracts. Addresses are in lower case. */
export type Watched = {
  depositAddresses: ReadonlySet<string>
  /** Recipients of transfers that are still to come. */
  recipients: ReadonlySet<string>
}
