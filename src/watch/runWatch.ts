import { setTimeout as sleep } from 'node:timers/promises'
import { type CheckerParameters, createChecker } from './createChecker.js'
import { createScanner, type Scanner, type ScannerParameters } from './scanChain.js'
import { createDelivery, type FindingDelivery } from './sinks/createDelivery.js'
import type { Sink } from './sinks/sink.js'
import type { WatchSummary } from './types.js'

export type RunWatchParameters = Omit<CheckerParameters, 'now'> &
  Omit<ScannerParameters, 'now' | 'onReorganized'> & {
    /** Ends when all up to this block is checked and reported; without it, at the signal. */
    untilBlock?: bigint | undefined
    sinks: readonly Sink[]
    /** How many blocks must follow a fill before it is checked. */
    confirmations: bigint
    signal: AbortSignal
    pollMs?: number
    now?: () => number
    onReorganized?: ScannerParameters['onReorganized']
    /** Called after each round. */
    onProgress?(place: { scannedTo: bigint; head: bigint | undefined }): Promise<void>
  }

/**
 * Follows a receiver's fills, checks each once, and reports contradictions.
 *
 * - Rule: it can be killed at any moment. What was done is in the store, and the next run goes on from there.
 * - Rule: of several workers on one store one reads the chain, and all check.
 *
 * @returns What the store knows at the end: at `untilBlock`, or when the signal was aborted.
 * @throws `ChainUnreachableError` or `ServiceError` when one of them can't be reached; the place is kept.
 */
export async function runWatch(parameters: RunWatchParameters): Promise<WatchSummary> {
  const { store, signal, sinks, now = Date.now } = parameters
  const delivery = createDelivery({ store, sinks, now })
  try {
    await follow({ ...parameters, now, delivery })
    await delivery.deliver()
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    for (const sink of sinks) await sink.close?.()
  }
  return store.summarize()
}

type FollowParameters = RunWatchParameters & { now: () => number; delivery: FindingDelivery }

async function follow(parameters: FollowParameters): Promise<void> {
  const { delivery, signal, onReorganized = () => {} } = parameters
  const scanner = createScanner({ ...parameters, onReorganized })
  const checker = createChecker(parameters)
  for (;;) {
    signal.throwIfAborted()
    const isScanned = await scan(parameters, scanner)
    const checked = await checker.checkDue()
    const delivered = await delivery.deliver()
    if (!isScanned || checked > 0 || delivered > 0) continue
    if (await isDone(parameters)) return
    await sleep(await readDelay(parameters), undefined, { signal })
  }
}

/** Returns whether all that there is now is stored. */
async function scan(parameters: FollowParameters, scanner: Scanner): Promise<boolean> {
  const { chain, store, untilBlock, confirmations, now, onProgress } = parameters
  if (!(await store.lock('scanner'))) return true
  const head = await chain.readHead()
  const isScanned = await scanner.scan(untilBlock !== undefined && untilBlock < head ? untilBlock : head)
  const scannedTo = await store.readScannedTo()
  // Up to the block that was asked for, nothing needs confirmations.
  const isComplete = untilBlock !== undefined && scannedTo >= untilBlock
  const throughBlock = isComplete ? untilBlock : scannedTo - confirmations
  await store.confirm({ throughBlock, nowMs: now() })
  await onProgress?.({ scannedTo, head })
  return isScanned
}

async function isDone({ untilBlock, store, delivery }: FollowParameters): Promise<boolean> {
  if (untilBlock === undefined || (await store.readScannedTo()) < untilBlock) return false
  const { waiting } = await store.summarize()
  return waiting === 0 && delivery.isDone()
}

async function readDelay({ store, sinks, pollMs = 2_000, now }: FollowParameters): Promise<number> {
  const times = await Promise.all([
    store.readNextDueMs(),
    ...sinks.map(({ name }) => store.readNextDeliveryMs({ sink: name })),
  ])
  const delays = times.filter((time) => time !== null).map((time) => time - now())
  return Math.max(Math.min(pollMs, ...delays), 20)
}
