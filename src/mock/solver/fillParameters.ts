import type { Hash } from 'viem'
import type { RequestRecord } from '../ledger.js'
import type { Send, Wallet } from './wallet.js'

/** What every way of filling needs. */
export type FillParameters = {
  record: RequestRecord
  /** What is delivered, in the output's smallest unit. */
  amount: bigint
  wallet: Wallet
  send: Send
  /** Told of the fill's transaction when it is sent. Approvals and the like are not the fill. */
  onSent: (hash: Hash) => void
  /** Sends also what would revert. */
  isBlind?: boolean
}
