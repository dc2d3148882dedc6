import { ChainUnreachableError } from '../contract/rpc/errors.js'
import { type CheckerParameters, createChecker } from './createChecker.js'
import type { Patience } from './createPatience.js'
import type { Tell } from './createTeller.js'
import { WatchUnfinishedError } from './errors.js'
import { createScanner, type ScanEnd, type Scanner, type ScannerParameters } from './scanChain.js'
import { createDelivery, type FindingDelivery } from './sinks/createDelivery.js'
import type { Sink } from './sinks/sink.js'
import type { WatchSummary } from './types.js'

export type RunWatchParameters = CheckerParameters &
  Omit<ScannerParameters, 'now' | 'onTime'> & {
    /** Ends when all up to this block is checked and reported; without it, at the signal. */
    untilBlock?: bigint | undefined
    sinks: readonly Sink[]
    /** How many blocks must follow a fill before it is checked. */
    confirmations: bigint
    /** Aborts with the signal of `patience`, among others. */
    signal: AbortSignal
    patience: Patience
    tell: Tell
    pollMs?: number
    /** Called after each round. */
    onProgress?(place: { scannedTo: bigint; head: bigint | undefined }): Promise<void>
  }

/**
 * Follows a receiver's fills, checks each once, and reports contradictions.
 *
 * - Rule: it can be killed at any moment. What was done is in the store, and the next run goes on from there.
 * - Rule: of several workers on one store one reads the chain, and all check.
 * - Rule: it goes on at once only where something was stored, settled or delivered; else it waits.
 *
 * @returns What the store knows at the end: at `untilBlock`, or when the signal was aborted.
 * @throws {@link WatchUnfinishedError} when `patience` aborted it.
 */
export async function runWatch(parameters: RunWatchParameters): Promise<WatchSummary> {
  const { store, signal, sinks, clock, patience, untilBlock } = parameters
  const delivery = createDelivery({ store, sinks, now: clock.now })
  try {
    patience.renew()
    await follow({ ...parameters, delivery })
    await delivery.deliver()
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    for (const sink of sinks) await sink.close?.()
  }
  const summary = await store.summarize()
  if (untilBlock === undefined || !patience.signal.aborted) return summary
  const waiting = await store.countWaiting({ throughBlock: untilBlock })
  throw new WatchUnfinishedError({ ...summary, untilBlock, waiting })
}

type FollowParameters = RunWatchParameters & { delivery: FindingDelivery }

const shortestWaitMs = 250
const longestWaitMs = 10_000
const silenceMs = 2_000

async function follow(parameters: FollowParameters): Promise<void> {
  const { delivery, signal, clock, pace, patience, tell } = parameters
  const scanner = createScanner({ ...parameters, now: clock.now, onTime: patience.renew })
  const checker = createChecker(parameters)
  let place: Place | undefined
  let movedAt = clock.now()
  for (let waits = 0; ; waits++) {
    signal.throwIfAborted()
    const end = await scan(parameters, scanner)
    if (end === 'changed') pace.hold('blocks')
    else pace.release('blocks')
    const settled = await checker.checkDue()
    const delivered = await delivery.deliver()
    const isMoving = end === 'more' || settled > 0 || delivered > 0
    const next = isMoving ? undefined : await readPlace(parameters)
    // Other workers come further, too.
    if (isMoving || next?.scannedTo !== place?.scannedTo || next?.waiting !== place?.waiting) {
      movedAt = clock.now()
      waits = 0
      patience.renew()
    }
    if (!next) continue
    if (next.isDone) return
    place = next
    const text = describeWait(parameters, end, next)
    if (text && clock.now() - movedAt >= silenceMs) tell('blocks', text)
    const backoffMs = end === 'done' ? 0 : Math.min(shortestWaitMs * 2 ** waits, longestWaitMs)
    await clock.sleep(Math.max(await readDelay(parameters), backoffMs), signal)
  }
}

/** `refused` is what the node does not answer, whatever is asked. */
async function scan(parameters: FollowParameters, scanner: Scanner): Promise<ScanEnd | 'refused'> {
  const { chain, store, untilBlock, confirmations, clock, onProgress } = parameters
  if (!(await store.lock('scanner'))) return 'done'
  try {
    const head = await chain.readHead()
    const through = untilBlock !== undefined && untilBlock < head ? untilBlock : head
    const end = await scanner.scan({ through, head })
    const scannedTo = await store.readScannedTo()
    // Up to the block that was asked for, nothing needs confirmations.
    const isComplete = untilBlock !== undefined && scannedTo >= untilBlock
    const throughBlock = isComplete ? untilBlock : scannedTo - confirmations
    await store.confirm({ throughBlock, nowMs: clock.now() })
    await onProgress?.({ scannedTo, head })
    return end
  } catch (error) {
    if (error instanceof ChainUnreachableError) return 'refused'
    throw error
  }
}

/** How far a run up to a block is. */
type Place = { scannedTo: bigint; waiting: number; isDone: boolean }

async function readPlace({ untilBlock, store, delivery }: FollowParameters): Promise<Place> {
  const scannedTo = await store.readScannedTo()
  if (untilBlock === undefined) return { scannedTo, waiting: 0, isDone: false }
  const waiting = await store.countWaiting({ throughBlock: untilBlock })
  const isDone = scannedTo >= untilBlock && waiting === 0 && (await delivery.isDone())
  return { scannedTo, waiting, isDone }
}

function describeWait(
  { chain: { origin }, untilBlock }: FollowParameters,
  end: ScanEnd | 'refused',
  { scannedTo, waiting }: Place,
): string | undefined {
  if (end === 'changed') {
    return `The chain at ${origin} names blocks that it does not have, or that do not follow each other. Trying again.`
  }
  if (end === 'refused' || untilBlock === undefined) return undefined
  if (scannedTo < untilBlock) return `The chain at ${origin} has no block ${untilBlock} yet. Waiting for it.`
  return waiting === 0 ? undefined : `Fills that can not be judged yet: ${waiting}. Waiting for the service.`
}

async function readDelay({ store, delivery, pollMs = 2_000, clock }: FollowParameters): Promise<number> {
  const nextMs = (await store.readNextDueMs()) ?? Number.POSITIVE_INFINITY
  const dueMs = Math.min(nextMs, await delivery.readNextMs())
  return Math.max(Math.min(pollMs, dueMs - clock.now()), 20)
}
