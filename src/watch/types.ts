import type { Address, Hash, Hex } from 'viem'
import type { HappenedKind } from '../rules/happened/facts.js'

/** A receiver to watch, as a database remembers it. */
export type WatchJob = {
  chainId: number
  receiver: Address
  /** The first block to search for authorizations. */
  fromBlock: bigint
  /** The first block whose fills are checked. */
  fillsFrom: bigint
  /** The options that verdicts depend on, such as the solvers, as text without credentials. */
  options: Record<string, string>
}

/** A FillAccepted, PaymentReturned or InboxRefunded of the receiver. */
export type FillEvent = {
  blockNumber: bigint
  blockHash: Hash
  /** Unix seconds. */
  blockTime: number
  transactionHash: Hash
  logIndex: number
  /**
   * The event's number among the transaction's fills, or among its returned payments. Reorganizations change `logIndex`, but not
   * this number.
   */
  ordinal: number
  /** Whether the receiver returned the payment, because nothing authorized the call, or refunded an inbox. */
  isReturned: boolean
  /**
   * The id of the request or the order for a direct fill. For an authorized fill and a returned payment, the call's hash. The id
   * of a claim, and for a refund the hash of the inbox's terms.
   */
  id: Hex
  /** The account that was paid, or that received the returned payment. */
  recipient: Address
  /** Zero for a returned payment and a refund. */
  solver: Address
  /** For a claim or a refund, the inbox. */
  payer: Address
  /** Zero for the native currency. */
  token: Address
  /** The amount in the event, in the smallest unit, as the receiver states it. Not measured. */
  amount: bigint
}

/** A FillAuthorized of the receiver. */
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

/** A block whose hash is kept, to notice a reorganization. */
export type KeptBlock = { number: bigint; hash: Hash }

/** The ways in which a fill contradicts the service, or the service itself. */
export type FindingKind = HappenedKind | 'reorganized' | 'notSettled' | 'otherOrder'

/** A contradiction, stored and printed as JSON. */
export type Finding = {
  /** The same in every run over the same job. */
  id: Hex
  kind: FindingKind
  chainId: number
  receiver: Address
  /** Null if the request is unknown. */
  requestId: Hex | null
  /** Null for money that waits. */
  transactionHash: Hash | null
  blockNumber: number
  expected: string
  actual: string
  message: string
  /** The finding was reported and is not valid with the present options. */
  withdrawn?: true
}

/** The reason why a part of a fill could not be checked. */
export type Unchecked = { reason: string }

/** A fill to check, lent to one worker. */
export type FillTask = {
  fill: FillEvent
  /** False if a reorganization removed the fill. */
  isLive: boolean
  /** Unix milliseconds at which the fill was first stored. */
  seenAtMs: number
  /** The number of times that the check was postponed. */
  attempts: number
  /** The notes of the last check; null at first. */
  notes: string | null
  /** The request that an earlier check found. */
  requestId: Hex | null
  /** The store's name for the fill. */
  key: string
  /** A number that rises whenever the fill is lent or changes. A check that began with an older number stores nothing. */
  revision: number
}

export type FillResult = {
  /** Null if the request is unknown. */
  requestId: Hex | null
  findings: readonly Finding[]
  unchecked: readonly Unchecked[]
}

/** The events of a range of blocks, both ends included. */
export type RangeCommit = {
  fromBlock: bigint
  toBlock: bigint
  /** The time of `toBlock`, in Unix seconds. */
  toTime: number
  /** The chain's last block when the range was read. */
  head: bigint
  /** Fills before the job's `fillsFrom` are not stored. */
  fills: readonly FillEvent[]
  authorizations: readonly AuthorizationEvent[]
  /** The range's last block, and each block with an event. */
  blocks: readonly KeptBlock[]
  /** Absent if no inboxes are watched. */
  waits?: WaitChanges
  /** Blocks below this block are no longer kept, except the highest of them. */
  keepFrom: bigint
  nowMs: number
}

/** The balance of a watched inbox at a block, in the token of its terms. Undefined if it can't be read. */
export type InboxBalance = { inboxHash: Hex; inbox: Address; token: Address; balance: bigint | undefined }

/** Money that lies in an inbox. */
export type Wait = {
  inboxHash: Hex
  inbox: Address
  token: Address
  /** The first block at which the balance was read. */
  sinceBlock: bigint
  /** Unix seconds. */
  sinceTime: number
}

/** What a range of blocks changes about the money that waits in inboxes. */
export type WaitChanges = {
  begun: readonly Wait[]
  /** `endBlock` is the block of the claim or the refund, or else the first block at which nothing was found. */
  ended: readonly (Wait & { endBlock: bigint })[]
  /** The contradictions at the end of the range. */
  findings: readonly Finding[]
  /** The ids of the findings about open waits. Those that were reported stay, and all others are withdrawn. */
  keptIds: readonly Hex[]
}

export type WatchSummary = {
  /** The first block whose fills are stored. */
  fillsFrom: bigint
  /** The last block whose events are stored. At first, the block before the job's first. */
  scannedTo: bigint
  /** Fills in the present chain. */
  fills: number
  /** Fills in the present chain whose check has ended. */
  checked: number
  /** Fills, returned payments and refunds still to check, including those that a reorganization removed. */
  waiting: number
  /** Returned payments and refunds of inboxes in the present chain. */
  returned: number
  /** Fills that could not be checked fully, by reason. */
  unchecked: Record<string, number>
  findings: Partial<Record<FindingKind, number>>
  /** Findings that were reported and are no longer valid. Absent if there are none. */
  withdrawn?: Partial<Record<FindingKind, number>>
}

/** The part of a file of findings that the database knows as written. */
export type SinkPlace = {
  /** Bytes. */
  length: number
  /** The id of the last finding in this part. Null if the part is empty. */
  lastId: Hex | null
}

/** A delivery that is due. */
export type Delivery = { finding: Finding; attempts: number }

/** A summary, and the job's progress. */
export type JobState = WatchSummary & {
  /** The time of the last stored block, in Unix seconds. Null before the first block is stored. */
  scannedTime: number | null
  /** The chain's last block at the time when the last block was stored. Null before the first block is stored. */
  head: bigint | null
}

/** The place at which the scan of a job goes on. */
export type JobPlace = { scannedTo: bigint; last: KeptBlock | null }

/** The findings of some jobs, and the deliveries to each sink. */
export type Outbox = {
  /** Takes the lock of a sink; see {@link WatchDatabase.lockJobs}. */
  lock(name: string): Promise<boolean>
  /** Returns findings to deliver to a sink, in the order in which they were found. */
  readOutbox(parameters: { sink: string; limit: number; nowMs: number }): Promise<Delivery[]>
  /** Marks findings as delivered to a sink, and stores the sink's place if it has one. */
  markDelivered(parameters: { sink: string; ids: readonly Hex[]; place?: SinkPlace }): Promise<void>
  /** Postpones a finding's delivery. */
  markFailed(parameters: { sink: string; id: Hex; dueAtMs: number }): Promise<void>
  /** Returns the time of the next delivery in Unix milliseconds. Null if the sink has all findings. */
  readNextDeliveryMs(parameters: { sink: string }): Promise<number | null>
  readSinkPlace(sink: string): Promise<SinkPlace>
}

/**
 * The database of any number of jobs.
 *
 * - Each method is one transaction. After SIGKILL at any moment, the database is in the state before or after the method.
 */
export type WatchDatabase = {
  /**
   * Stores a new job, or resumes the stored one.
   *
   * @throws `WatchJobError` if the options differ from the stored ones, unless every fill is judged again.
   */
  openJob(job: WatchJob, options?: { isRejudged?: boolean }): Promise<WatchStore>
  createOutbox(stores: readonly JobKey[]): Outbox
  /**
   * Takes a lock of each job: `scanner`, or `sink:` and a sink's name. The lock is held until `close`, or until the process or
   * its connection ends.
   *
   * @returns The jobs whose lock no other worker has.
   */
  lockJobs<store extends JobKey>(stores: readonly store[], name: string): Promise<store[]>
  readPlaces<store extends JobKey>(stores: readonly store[]): Promise<Map<store, JobPlace>>
  /** Stores one range for each job in one transaction. See {@link WatchStore.commitRange}. */
  commitRanges(commits: readonly (readonly [JobKey, RangeCommit])[]): Promise<void>
  readStates<store extends JobKey>(stores: readonly store[]): Promise<Map<store, JobState>>
  /** Gives back the fills that were lent to this worker, and releases its locks. */
  release(): Promise<void>
  /** Releases, then closes the database. */
  close(): Promise<void>
}

export type JobKey = {
  /** The database's number for the job. */
  key: number
}

/**
 * One job of a database.
 *
 * - Each method is one transaction. After SIGKILL at any moment, the database is in the state before or after the method.
 * - `take` lends each fill to one worker at a time, until that worker ends.
 * - Repeating a method changes nothing, unless its docstring says otherwise.
 */
export type WatchStore = JobKey &
  Outbox & {
    readScannedTo(): Promise<bigint>
    /** Returns the kept blocks, highest first. */
    readBlocks(): Promise<KeptBlock[]>
    /** Returns the money that waits in inboxes at the last stored block. */
    readWaits(): Promise<Wait[]>
    /**
     * Stores a range. Two kinds of fills then wait for a new check: fills that a reorganization had removed and that are in
     * the range again, and returned payments whose call is authorized in the range.
     *
     * @throws `WatchPlaceError` if `fromBlock` does not follow the last stored block, because another worker stored blocks.
     */
    commitRange(range: RangeCommit): Promise<void>
    /** Goes back to a block. Removes the blocks above it, and makes their fills wait for a new check. */
    rewind(parameters: { toBlock: bigint }): Promise<void>
    /**
     * Makes the waiting fills due. A fill that a reorganization removed may come back, so it becomes due only if its block is not
     * above `throughBlock`.
     */
    confirm(parameters: { throughBlock: bigint; nowMs: number }): Promise<void>

    /**
     * Lends up to `limit` fills that are due, the longest due first.
     *
     * @throws `WatchJobError` if another worker has changed the options of the job.
     */
    take(parameters: { limit: number; nowMs: number }): Promise<FillTask[]>
    /**
     * Ends a check: stores its findings, each id once. Findings of the fill that were in doubt and are missing from the result
     * are withdrawn. Withdrawn and reinstated findings are delivered to sinks again.
     *
     * @returns False if the fill has changed or was lent to another worker in the meantime. Nothing is stored then.
     */
    settle(task: FillTask, result: FillResult): Promise<boolean>
    /**
     * Gives a fill back, to be taken again at `dueAtMs`. `attempts` grows by one.
     *
     * @returns False in the same cases as `settle`.
     */
    postpone(task: FillTask, parameters: { dueAtMs: number; notes: string | null }): Promise<boolean>
    /** Returns the time of the next check in Unix milliseconds. Null if no fill waits for one. */
    readNextDueMs(): Promise<number | null>

    /** Returns live fills with any of these ids, in the chain's order, without returned payments. */
    findFills(ids: readonly Hex[]): Promise<FillEvent[]>
    /** Returns authorizations with any of these ids or of any of these calls, in the chain's order. */
    findAuthorizations(parameters: {
      ids?: readonly Hex[]
      callHashes?: readonly Hex[]
    }): Promise<AuthorizationEvent[]>

    /** Counts the fills that wait for their check, up to a block. */
    countWaiting(parameters: { throughBlock: bigint }): Promise<number>
    summarize(): Promise<WatchSummary>
  }
