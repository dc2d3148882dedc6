import { isAddressEqual } from 'viem'
import { createPageSize } from '../contract/rpc/pageSize.js'
import { newestBlocks } from '../contract/rpc/readLogs.js'
import type { ConnectedChain } from './chain.js'
import type { Tell } from './createTeller.js'
import { WatchPlaceError } from './errors.js'
import { judgeWaits } from './judge/judgeWaits.js'
import type { Header } from './readHeader.js'
import {
  blocksAtOnce,
  type Range,
  type RangeContext,
  readBlocks,
  readEvents,
  readRange,
} from './readRange.js'
import type {
  FillEvent,
  InboxBalance,
  JobPlace,
  KeptBlock,
  RangeCommit,
  WaitChanges,
  WatchDatabase,
  WatchJob,
  WatchStore,
} from './types.js'

/** A job whose receiver's events are read. */
type ScannedJob = {
  job: Pick<WatchJob, 'chainId' | 'receiver' | 'fromBlock'>
  store: Pick<WatchStore, 'key' | 'readBlocks' | 'readScannedTo' | 'readWaits' | 'rewind'>
  /** Later blocks are not read. */
  untilBlock?: bigint | undefined
  /** The number of blocks that must follow a block before it is read. Defaults to 12, or to 0 for `untilBlock`. */
  confirmations?: bigint | undefined
  /** The watched inboxes. Undefined if there are none. */
  inboxes?: ScannedInboxes | undefined
}

export type ScannedInboxes = {
  /** How long money may lie in an inbox, in seconds. */
  claimDelay: number
  /** Reads all balances at a block. Undefined if the list can't be read now, `missing` if the chain has another block there. */
  measure(block: KeptBlock): Promise<Measured | 'missing' | undefined>
}

/** `isPartial`: some entries of the list can't be read. */
type Measured = { balances: readonly InboxBalance[]; isPartial: boolean }

export type ScannerParameters = Pick<RangeContext, 'onTime'> & {
  chain: RangeContext['chain'] & Pick<ConnectedChain, 'checkId'>
  database: Pick<WatchDatabase, 'readPlaces' | 'commitRanges'>
  /** The number of blocks whose hashes are kept. After a deeper reorganization everything is read again. */
  keptBlocks?: bigint | undefined
  /** The most blocks per request. */
  mostBlocks?: bigint | undefined
  now(): number
  tell: Tell
  onReorganized(parameters: { job: ScannedJob['job']; from: bigint; to: bigint }): void
}

export const defaultConfirmations = 12n

/** `done`: everything is stored. `more`: there may be more to read. `changed`: the chain's blocks do not fit together now. */
export type ScanEnd = 'done' | 'more' | 'changed'

export type Scanner = {
  /**
   * Compares the stored blocks with the chain, goes back if they differ, and stores one more range of confirmed blocks.
   *
   * - All jobs at the same place share the requests for blocks and events.
   */
  scan(jobs: readonly ScannedJob[], head: bigint): Promise<ScanEnd>
}

type Group = {
  jobs: ScannedJob[]
  place: JobPlace
  through: bigint
  /** Whether some of the group's jobs continue after `through`. */
  hasMore: boolean
}

/**
 * Reads receivers' events into the database, one range of blocks at a time.
 *
 * - A range is stored only if its first block follows the last stored block. Otherwise it is read again.
 * - The newest blocks, and a range of a single block, are read by their hashes.
 * - Ranges grow while the node answers, up to the size that it refused, and are halved after a refusal.
 */
export function createScanner(parameters: ScannerParameters): Scanner {
  const { database, keptBlocks = 512n, mostBlocks, now, tell } = parameters
  const range = createPageSize({ most: mostBlocks })
  let times = new Map<string, number>()
  let hasOrphans = false

  function onOrphan(number: bigint): void {
    if (hasOrphans) return
    hasOrphans = true
    const text = `Block ${number} and a block next to it have no parent hash, as if a development node mined them at once.`
    tell('parents', `${text} They are accepted by their numbers.`)
  }

  async function scanGroup({ jobs, place, through, hasMore }: Group, head: bigint): Promise<ScanEnd> {
    const fromBlock = place.scannedTo + 1n
    const oldEnd = min(fromBlock + range.size() - 1n, min(through, head - newestBlocks))
    const isByHash = oldEnd <= fromBlock
    const toBlock = isByHash ? min(fromBlock + BigInt(blocksAtOnce) - 1n, through) : oldEnd
    const read = isByHash ? readBlocks : readRange
    const receivers = jobs.map(({ job }) => job.receiver)
    const found = await read(
      { ...parameters, times, onOrphan },
      { receivers, fromBlock, toBlock },
      place.last ?? undefined,
    )
    if (found === 'changed') return found
    const blocks = toBlock - fromBlock + 1n
    if (typeof found === 'string') {
      range.shrink(blocks, found)
      return 'more'
    }
    if (!isByHash) range.grow(blocks)
    times = new Map()
    const commits: [ScannedJob['store'], RangeCommit][] = []
    for (const one of jobs) {
      const events = readEvents(selectLogs(found, one.job))
      // A scan that follows a chain with faster blocks than it reads one by one ends there each time.
      const isNear = one.untilBlock === undefined && toBlock === head - newestBlocks
      const isLast = isNear || toBlock === readThrough(one, head)
      const waits = await measureWaits(one, events.fills, found.last, isLast)
      if (waits === 'missing') return 'changed'
      const { timestamp: toTime } = found.last
      const keepFrom = toBlock - keptBlocks
      const range = { fromBlock, toBlock, toTime, head, keepFrom, nowMs: now() }
      commits.push([one.store, { ...events, ...range, ...(waits && { waits }) }])
    }
    try {
      await database.commitRanges(commits)
    } catch (error) {
      // Another worker was faster. This worker reads its place again.
      if (!(error instanceof WatchPlaceError)) throw error
      return 'more'
    }
    return toBlock === through && !hasMore ? 'done' : 'more'
  }

  return {
    async scan(jobs, head) {
      if (!(await followReorganizations(parameters, jobs, head))) return 'changed'
      const places = await database.readPlaces(jobs.map(({ store }) => store))
      const ends: ScanEnd[] = []
      for (const group of groupJobs(jobs, places, head)) ends.push(await scanGroup(group, head))
      if (ends.includes('changed')) return 'changed'
      return ends.includes('more') ? 'more' : 'done'
    },
  }
}

/**
 * Judges the money that waits in inboxes at the end of a range. The balances are read only near the last block that the job reads
 * now, because many nodes have no state of older blocks. A claim ends a wait even if the job watches no inboxes now.
 */
async function measureWaits(
  { job, store, inboxes }: ScannedJob,
  fills: readonly FillEvent[],
  { number, hash, timestamp }: Header,
  isLast: boolean,
): Promise<WaitChanges | 'missing' | undefined> {
  const waits = await store.readWaits()
  if (!inboxes && waits.length === 0) return undefined
  const measured = isLast ? await inboxes?.measure({ number, hash }) : undefined
  if (measured === 'missing') return measured
  const end = { block: number, time: timestamp }
  const { balances, isPartial } = measured ?? {}
  return judgeWaits({ job, waits, fills, end, balances, isPartial, claimDelay: inboxes?.claimDelay ?? 0 })
}

function selectLogs(range: Range, { receiver }: ScannedJob['job']): Range {
  return { ...range, logs: range.logs.filter((log) => isAddressEqual(log.receiver, receiver)) }
}

/** Returns the last block that a job reads while `head` is the chain's last block. */
function readThrough({ untilBlock, confirmations }: ScannedJob, head: bigint): bigint {
  const isAsked = untilBlock !== undefined && untilBlock <= head
  if (isAsked && confirmations === undefined) return untilBlock
  return min(untilBlock ?? head, head - (confirmations ?? defaultConfirmations))
}

/** Groups the jobs at the same place. A group reads up to the place of the next group, and then joins it. */
function groupJobs(
  jobs: readonly ScannedJob[],
  places: ReadonlyMap<ScannedJob['store'], JobPlace>,
  head: bigint,
): Group[] {
  const throughOf = (one: ScannedJob) => readThrough(one, head)
  const placeOf = ({ store }: ScannedJob) => places.get(store)!
  const open = jobs.filter((one) => placeOf(one).scannedTo < throughOf(one))
  const groups = new Map<string, ScannedJob[]>()
  for (const one of open) {
    const key = `${placeOf(one).scannedTo} ${placeOf(one).last?.hash}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].map((jobs) => {
    const place = placeOf(jobs[0]!)
    const ends = [...jobs.map(throughOf), ...open.map((one) => placeOf(one).scannedTo)]
    const through = ends.filter((end) => end > place.scannedTo).reduce(min)
    return { jobs, place, through, hasMore: jobs.some((one) => throughOf(one) > through) }
  })
}

/** Goes back to the last kept block that the chain still has. False if the node lacks a block below its head. */
async function followReorganizations(
  { chain, database, onReorganized }: ScannerParameters,
  jobs: readonly ScannedJob[],
  head: bigint,
): Promise<boolean> {
  const blocks = new Map<bigint, Promise<Header | null>>()
  function readOnce(number: bigint): Promise<Header | null> {
    const block = blocks.get(number) ?? chain.readBlock({ number })
    blocks.set(number, block)
    return block
  }

  let isSure = false
  async function follow({ job, store }: ScannedJob, last: KeptBlock | null): Promise<boolean> {
    if (last === null) return true
    if (last.number <= head && (await readOnce(last.number))?.hash === last.hash) return true
    let isChanged = false
    let toBlock = job.fromBlock - 1n
    for (const { number, hash } of await store.readBlocks()) {
      // A lagging node does not have the block yet, which is not a reorganization.
      if (number > head) continue
      const block = await readOnce(number)
      if (!block) return false
      if (block.hash === hash) {
        toBlock = number
        break
      }
      isChanged = true
    }
    if (!isChanged) return true
    if (!isSure) {
      // The node may have switched to another chain, which has other blocks at every height.
      await chain.checkId()
      isSure = true
      blocks.clear()
      return follow({ job, store }, last)
    }
    const from = await store.readScannedTo()
    await store.rewind({ toBlock })
    onReorganized({ job, from, to: toBlock })
    return true
  }

  const places = await database.readPlaces(jobs.map(({ store }) => store))
  for (const one of jobs) if (!(await follow(one, places.get(one.store)!.last))) return false
  return true
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
