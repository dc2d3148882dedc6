import type { Address, Hash, Hex } from 'viem'

/** What a database remembers of its job. The same job must be asked for again to go on with it. */
export type WatchJob = {
  chainId: number
  receiver: Address
  fromBlock: bigint
  /** The service's base URL, without credentials. */
  service: string
}

/** One FillAccepted or PaymentReturned of the receiver, as it was read from the chain. */
export type FillEvent = {
  blockNumber: bigint
  blockHash: Hash
  /** Unix seconds. */
  blockTime: number
  transactionHash: Hash
  logIndex: number
  /** Which of the transaction's events of its kind this is, from 0: unlike the log's index, no reorganization changes it. */
  ordinal: number
  /** True of a payment that the receiver returned, because nothing authorized its call. */
  isReturned: boolean
  /** The request or order of a direct fill, the call's hash of an authorized one and of a returned payment. */
  id: Hex
  /** Who was paid; of a returned payment, who got it back. */
  recipient: Address
  /** Zero for a returned payment. */
  solver: Address
  payer: Address
  /** Zero for the native currency. */
  token: Address
  /** What the receiver says that it delivered, in the smallest unit. */
  amount: bigint
}

/** One FillAuthorized of the receiver. */
export type AuthorizationEvent = {
  blockNumber: bigint
  blockHash: Hash
  transactionHash: Hash
  logIndex: number
  id: Hex
  callHash: Hex
  /** Unix seconds. */
  deadline: number
}

/** A block whose hash is kept, to notice that the chain was reorganized. */
export type KeptBlock = { number: bigint; hash: Hash }

/** The ways in which a fill contradicts the service, or the service itself. */
export const findingKinds = [
  'attestationMissing',
  'solverMismatch',
  'amountShort',
  'recipientMismatch',
  'paidTwice',
  'expired',
  'reorganised',
  'notSuccessful',
  'attestationChanged',
  'wrongChain',
  'orderMismatch',
  'otherTransaction',
  'notSettled',
  'otherOrder',
  'returned',
] as const

export type FindingKind = (typeof findingKinds)[number]

/** One contradiction. All of it is text and numbers, so that it is stored and printed as it is. */
export type Finding = {
  /** The same in every run over the same job: see `findingId`. */
  id: Hex
  kind: FindingKind
  /** Null where the request is not known, as of an authorized call that nobody authorized. */
  requestId: Hex | null
  transactionHash: Hash
  blockNumber: number
  expected: string
  actual: string
  message: string
}

/** Why something of a fill could not be checked. */
export type Unchecked = { reason: string }

/** A fill to be checked, lent to one worker. */
export type FillTask = {
  fill: FillEvent
  /** False when a reorganization took the fill away: then it is to be looked for in the new branch. */
  isLive: boolean
  /** Unix milliseconds at which the fill was first stored. */
  seenAtMs: number
  /** How many times it was put off. */
  attempts: number
  /** What the last check wanted to remember; null at first. JSON of the checker's own form. */
  notes: string | null
  /** What an earlier check of the fill told of its request. */
  requestId: Hex | null
  /** The store's name for the fill. */
  key: string
  /** The fill's state when it was lent: the end of a check of an older state stores nothing. */
  revision: number
}

/** The end of a check. */
export type FillResult = {
  /** The request that the fill belongs to, where it is known. */
  requestId: Hex | null
  findings: readonly Finding[]
  unchecked: readonly Unchecked[]
}

/** Events of a range of blocks, both ends included, which belong together. */
export type RangeCommit = {
  fromBlock: bigint
  /** Where the next range begins is one above. */
  toBlock: bigint
  fills: readonly FillEvent[]
  authorizations: readonly AuthorizationEvent[]
  /** The range's last block, and each with an event. */
  blocks: readonly KeptBlock[]
  /** Kept blocks below are forgotten, but for the highest of them. */
  keepFrom: bigint
  nowMs: number
}

/** What a job knows, for the end's summary. */
export type WatchSummary = {
  /** The last block whose events are stored; one below the first before any was. */
  scannedTo: bigint
  /** Fills in the chain as it is now. */
  fills: number
  /** Of these, whose check has ended. */
  checked: number
  /** Fills and returned payments that are still to be checked, those that were reorganized away among them. */
  waiting: number
  /** Returned payments in the chain as it is now. Most of them are nobody's mistake. */
  returned: number
  /** Fills of which something could not be checked, by reason. */
  unchecked: Record<string, number>
  /** Contradictions, by kind. */
  findings: Partial<Record<FindingKind, number>>
}

/** What a file of findings holds for sure. */
export type SinkPlace = {
  /** Bytes. */
  length: number
  /** The id of the last finding in it; null when it is empty. */
  lastId: Hex | null
}

/** One delivery that is due. */
export type Delivery = { finding: Finding; attempts: number }

/**
 * The database of one job.
 *
 * - Rule: each method is one transaction. After SIGKILL at any moment the database is as before or after it.
 * - Rule: `take` lends each fill to one worker at a time. A worker that dies loses what it was lent, and others get it.
 * - Rule: where nothing else is said, repeating a method changes nothing.
 */
export type WatchStore = {
  /**
   * Takes one of the job's locks, unless another worker has it: `scanner`, or `sink:` and a sink's name. It is held
   * until `close`, or until the process or its connection ends.
   *
   * @returns Whether this worker has it now.
   */
  lock(name: string): Promise<boolean>

  /** The last block whose events are stored; `fromBlock` of the job less one at first. */
  readScannedTo(): Promise<bigint>
  /** The kept blocks, highest first. */
  readBlocks(): Promise<KeptBlock[]>
  /**
   * Stores what a range holds and moves on. A fill that is stored as gone and is found again is live again, and is
   * checked again. So is a returned payment whose call an authorization of the range names.
   *
   * @throws `WatchPlaceError` when `fromBlock` is not one above the last stored block: somebody else scanned.
   */
  commitRange(range: RangeCommit): Promise<void>
  /**
   * Goes back to a block: fills above it are gone and to be looked for, whatever their check said; authorizations and
   * kept blocks above it are forgotten.
   */
  rewind(parameters: { toBlock: bigint; nowMs: number }): Promise<void>
  /** Makes the unchecked fills up to a block due, gone ones too. */
  confirm(parameters: { throughBlock: bigint; nowMs: number }): Promise<void>

  /** Lends up to `limit` fills that are due now, oldest block first where the store can choose. */
  take(parameters: { limit: number; nowMs: number }): Promise<FillTask[]>
  /**
   * Ends a check: stores its findings, each id once, and takes the fill from the due ones.
   *
   * @returns False when the fill changed since it was taken; then nothing was stored.
   */
  settle(task: FillTask, result: FillResult, nowMs: number): Promise<boolean>
  /**
   * Gives a fill back, to be taken again at `dueAtMs`. `attempts` grows by one.
   *
   * @returns False when the fill changed since it was taken; then nothing was stored.
   */
  postpone(task: FillTask, parameters: { dueAtMs: number; notes: string | null }): Promise<boolean>
  /** When the next of the due fills can be taken, in Unix milliseconds; null when there is none. */
  readNextDueMs(): Promise<number | null>

  /** Live fills of any of these ids, in the chain's order; no returned payments. */
  findFills(ids: readonly Hex[]): Promise<FillEvent[]>
  /** Authorizations of any of these ids or of any of these calls, in the chain's order. */
  findAuthorizations(parameters: {
    ids?: readonly Hex[]
    callHashes?: readonly Hex[]
  }): Promise<AuthorizationEvent[]>

  /** Findings that a sink was not given yet and that are due, in the order in which they were found. */
  readOutbox(parameters: { sink: string; limit: number; nowMs: number }): Promise<Delivery[]>
  /** Marks findings as given to a sink, and keeps the sink's place where it has one. */
  markDelivered(parameters: { sink: string; ids: readonly Hex[]; place?: SinkPlace }): Promise<void>
  /** Puts off a finding's delivery. */
  markFailed(parameters: { sink: string; id: Hex; dueAtMs: number }): Promise<void>
  /** When the next undelivered finding of a sink is due, in Unix milliseconds; null when there is none. */
  readNextDeliveryMs(parameters: { sink: string }): Promise<number | null>
  /** Length zero for a sink that was never given anything. */
  readSinkPlace(sink: string): Promise<SinkPlace>

  summarize(): Promise<WatchSummary>
  /** Gives back what this worker was lent, and lets go of its locks. */
  close(): Promise<void>
}
