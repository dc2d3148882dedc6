import type { Address, Hex } from 'viem'
import type { EvidencePart } from '../../report/receiver/judgeEvidence.js'
import type { FillCheck } from '../../rules/accepts/checks.js'
import type { Sender } from '../account/readSender.js'
import type { GivenInbox } from './readInboxes.js'

/** The state of one inbox after a look at it. Amounts are in the smallest unit of `token`. */
export type ClaimOutcome = {
  /**
   * `claimed`: this look claimed the inbox. `claimable`: a claim would succeed, but nothing was sent. `waiting`: money is in the
   * inbox, but no claim succeeds. `empty`: the balance is 0. `unreadable`: the entry of the list or the balance can't be read, or
   * the node can't simulate the claim.
   */
  status: 'claimed' | 'claimable' | 'waiting' | 'empty' | 'unreadable'
  inboxHash?: Hex
  inbox?: Address
  token?: Address
  recipient?: Address
  /** The only account that may claim. Absent if anyone may. */
  claimer?: Address
  /** The balance of the inbox after this look, if known. It does not count as paid: until a claim, `refundTo` can take it. */
  balance?: bigint
  credited?: bigint
  id?: Hex
  transaction?: Hex
  missing?: EvidencePart[]
  /** The checks that fail for the order with the latest deadline. */
  failing?: FillCheck[]
  reason?: string
  remedy?: string
}

export type ClaimInboxesParameters = {
  receiver: Address
  inboxes: readonly GivenInbox[]
  /** Undefined for a dry run. */
  sender: Sender | undefined
  /** Sends several claims in one transaction, and reads balances. Undefined if the chain has none. */
  batcher: Address | undefined
  /** The most gas that one claim may use. */
  maxGas?: bigint | undefined
  onSent(transaction: Hex): void
  memory: ClaimMemory
}

/** The inboxes that could not be claimed at an earlier look. A later look does not inspect them again too soon. */
export type ClaimMemory = Map<Hex, Seen & { outcome: ClaimOutcome; untilMs: number }>

/** `balance` is undefined after a claim that was sent: dust must not make the keeper pay for its gas again. */
export type Seen = { balance: bigint | undefined; orders: string }
