import { ChainUnreachableError } from '../contract/rpc/errors.js'
import type { ConnectedChain } from './chain.js'
import type { WatchChain } from './chainView.js'
import type { Clock } from './clock.js'
import { type Bell, createBell } from './createBell.js'
import { type CheckerParameters, createChecker } from './createChecker.js'
import type { Pace } from './createPace.js'
import type { Patience } from './createPatience.js'
import type { Tell } from './createTeller.js'
import { WatchUnfinishedError } from './errors.js'
import {
  createScanner,
  defaultConfirmations,
  type ScanEnd,
  type ScannedInboxes,
  type ScannerParameters,
} from './scanChain.js'
import type { WatchDatabase } from './types.js'

/** A receiver whose fills are checked. */
export type WatchedJob = Pick<
  CheckerParameters,
  'job' | 'store' | 'service' | 'findOrder' | 'solvers' | 'routers' | 'graceMs'
> & {
  chain: WatchChain
  /** The last block: the run ends when everything up to this block is checked. Undefined to run until the signal aborts. */
  untilBlock?: bigint | undefined
  /** See {@link createScanner}. */
  confirmations?: bigint | undefined
  inboxes?: ScannedInboxes | undefined
  pollMs?: number | undefined
  patience: Patience
  /** Whether the receiver's chain or service currently fails. */
  isSlow(): boolean
}

export type RunWatchParameters = Pick<ScannerParameters, 'onReorganized' | 'keptBlocks' | 'mostBlocks'> & {
  chain: Pick<ConnectedChain, 'origin' | 'readHead'> & ScannerParameters['chain']
  /** The pace of the chain's first node. */
  pace: Pick<Pace, 'hold' | 'release'>
  database: Pick<WatchDatabase, 'lockJobs' | 'readPlaces' | 'commitRanges'>
  jobs: readonly WatchedJob[]
  /** Aborted here when all jobs have ended, or a job failed. The caller must end the requests of `chain` when it aborts. */
  ended: AbortController
  clock: Clock
  tell: Tell
  /**
   * Ends all jobs when it aborts. If all jobs share one `patience`, this signal must abort together with the signal of that
   * patience.
   */
  signal: AbortSignal
  /** Called after each round, with the number of the chain's last block if known. */
  onProgress?(head: bigint | undefined): Promise<void>
  /** Called after something was stored that a sink may need. */
  onSettled?(): void
}

const shortestWaitMs = 250
const longestWaitMs = 10_000
const silenceMs = 2_000

/**
 * Follows the fills of receivers on one chain, and checks each fill once.
 *
 * - You can kill it at any moment: finished work is in the database, and the next run resumes there.
 * - Of several workers on one database, one reads a receiver's events, and all check fills.
 * - Waits before the next round, unless something was stored or settled.
 *
 * @throws {@link WatchUnfinishedError} if a job made no progress for as long as its patience.
 */
export async function runWatch(parameters: RunWatchParameters): Promise<void> {
  const { clock, jobs, ended } = parameters
  const scan: Scan = { end: undefined, movedAt: clock.now() }
  const signal = AbortSignal.any([parameters.signal, ended.signal])
  const open = new Map(jobs.map((one) => [one, createBell(clock)]))
  const scanning = followChain({ ...parameters, signal }, scan, open)
  scanning.catch(() => ended.abort())
  const following = [...open].map(async ([one, bell]) => {
    try {
      await followJob({ ...parameters, signal }, scan, one, bell)
    } catch (error) {
      if (!(error instanceof WatchUnfinishedError)) ended.abort()
      throw error
    } finally {
      open.delete(one)
      if (open.size === 0) ended.abort()
    }
  })
  const results = await Promise.allSettled([...following, scanning])
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const unfinished = failures.find((error) => error instanceof WatchUnfinishedError)
  if (unfinished) throw unfinished
  // Throw the error that ended the other loops, not the errors that only report this end.
  const cause = failures.find((error) => error !== ended.signal.reason)
  if (cause !== undefined && !parameters.signal.aborted) throw cause
}

/** The state that the loops of a chain share. */
type Scan = { end: ScanEnd | 'refused' | undefined; movedAt: number }

async function followChain(
  parameters: RunWatchParameters,
  scan: Scan,
  open: ReadonlyMap<WatchedJob, Bell>,
): Promise<void> {
  const { chain, database, clock, pace, signal, tell, onProgress, onSettled } = parameters
  const renew = () => {
    scan.movedAt = clock.now()
    for (const { patience } of open.keys()) patience.renew()
  }
  const scanner = createScanner({ ...parameters, now: clock.now, onTime: renew })

  async function scanOnce(): Promise<ScanEnd | 'refused'> {
    const stores = await database.lockJobs(
      [...open.keys()].map(({ store }) => store),
      'scanner',
    )
    const jobs = [...open.keys()].filter(({ store }) => stores.includes(store))
    if (jobs.length === 0) return 'done'
    try {
      const head = await chain.readHead()
      const end = await scanner.scan(jobs, head)
      if (jobs.some(({ inboxes }) => inboxes)) onSettled?.()
      const places = await database.readPlaces(stores)
      for (const { store, untilBlock, confirmations = defaultConfirmations } of jobs) {
        const { scannedTo } = places.get(store)!
        const isComplete = untilBlock !== undefined && scannedTo >= untilBlock
        const throughBlock = isComplete ? untilBlock : scannedTo - confirmations
        await store.confirm({ throughBlock, nowMs: clock.now() })
      }
      await onProgress?.(head)
      return end
    } catch (error) {
      if (error instanceof ChainUnreachableError) return 'refused'
      throw error
    }
  }

  for (let waits = 0; open.size > 0; waits++) {
    signal.throwIfAborted()
    scan.end = await scanOnce()
    for (const bell of open.values()) bell.ring()
    if (scan.end === 'changed') pace.hold('blocks')
    else pace.release('blocks')
    if (scan.end === 'more' || scan.end === 'done') waits = 0
    if (scan.end === 'more') {
      renew()
      continue
    }
    if (scan.end === 'changed' && clock.now() - scan.movedAt >= silenceMs) {
      tell(
        'blocks',
        `The chain at ${chain.origin} returns blocks that do not follow each other, or lacks blocks of its own chain. Trying again.`,
      )
    }
    const backoffMs = scan.end === 'done' ? 0 : Math.min(shortestWaitMs * 2 ** waits, longestWaitMs)
    const pollMs = Math.min(...[...open.keys()].map(({ pollMs = 2_000 }) => pollMs))
    await clock.sleep(Math.max(pollMs, backoffMs), signal)
  }
}

async function followJob(
  parameters: RunWatchParameters,
  scan: Scan,
  watched: WatchedJob,
  bell: Bell,
): Promise<void> {
  const { clock, onSettled } = parameters
  const { store, patience, untilBlock, pollMs = 2_000 } = watched
  const signal = AbortSignal.any([parameters.signal, patience.signal])
  const checker = createChecker({ ...watched, clock })
  let place: Place | undefined
  patience.renew()
  try {
    while (true) {
      signal.throwIfAborted()
      const settled = await checker.checkDue()
      if (settled > 0) {
        scan.movedAt = clock.now()
        patience.renew()
        onSettled?.()
        continue
      }
      const next = await readPlace(watched)
      // Other workers make progress too.
      if (next.scannedTo !== place?.scannedTo || next.waiting !== place?.waiting) {
        if (place) scan.movedAt = clock.now()
        patience.renew()
      }
      // The deliveries that remain have a time limit of their own.
      if (next.isDone) return patience.stop()
      place = next
      describeWait(parameters, scan, watched, next)
      const dueMs = ((await store.readNextDueMs()) ?? Number.POSITIVE_INFINITY) - clock.now()
      await bell.wait(Math.max(Math.min(pollMs, dueMs), 20), signal)
    }
  } catch (error) {
    if (!patience.signal.aborted || untilBlock === undefined) throw error
    const summary = await store.summarize()
    const waiting = await store.countWaiting({ throughBlock: untilBlock })
    throw new WatchUnfinishedError({ ...watched.job, ...summary, untilBlock, waiting })
  }
}

/** The progress of a run up to a block. */
type Place = { scannedTo: bigint; waiting: number; isDone: boolean }

async function readPlace({ untilBlock, store }: WatchedJob): Promise<Place> {
  const scannedTo = await store.readScannedTo()
  if (untilBlock === undefined) return { scannedTo, waiting: 0, isDone: false }
  const waiting = await store.countWaiting({ throughBlock: untilBlock })
  return { scannedTo, waiting, isDone: scannedTo >= untilBlock && waiting === 0 }
}

/** Reports what a run with a last block is waiting for. */
function describeWait(
  { chain: { origin }, clock, tell }: RunWatchParameters,
  { end, movedAt }: Scan,
  { untilBlock, confirmations = 0n, job }: WatchedJob,
  { scannedTo, waiting }: Place,
): void {
  if (untilBlock === undefined || end === 'changed' || end === 'refused') return
  if (clock.now() - movedAt < silenceMs) return
  const about = `wait ${job.chainId} ${job.receiver}`
  if (scannedTo < untilBlock && end === 'done')
    tell(about, `The chain at ${origin} has no block ${untilBlock + confirmations} yet. Waiting for it.`)
  else if (scannedTo >= untilBlock && waiting > 0)
    tell(about, `Fills that can not be judged yet: ${waiting}. Waiting for the service.`)
}
