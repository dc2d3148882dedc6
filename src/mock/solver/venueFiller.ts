import type { Address, Hash } from 'viem'
import type { RequestRecord } from '../ledger.js'

/** What the solver needs of the venue. Amounts are in the smallest unit. */
export type VenueFiller = {
  /** Delivers what an order for the venue expects. */
  credit(record: RequestRecord): Promise<Hash>
  /** Sends a deposit, or what of it was too much, back on the venue. */
  refund(payment: { currency: Address; to: Address; amount: bigint }): Promise<Hash>
}
