import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from 'viem'
import { ServiceAbortedError, ServiceError } from '../client/errors.js'
import type { WatchChain } from './chain.js'
import { checkFill } from './check/checkFill.js'
import { createScanner } from './scanChain.js'
import type { WatchService } from './service.js'
import type { Sink } from './sinks/sink.js'
import type { FillTask, WatchJob, WatchStore, WatchSummary } from './types.js'

export type RunWatchParameters = {
  job: WatchJob
  /** The first block whose fills are checked; the job's own is as early or earlier, for the authorizations. */
  fillsFrom: bigint
  /** Ends when all up to this block is checked and told; without it, at the signal. */
  untilBlock?: bigint | undefined
  chain: WatchChain
  service: WatchService
  store: WatchStore
  sinks: readonly Sink[]
  /** Who may have signed. */
  solvers: readonly Address[]
  graceMs: number
  /** How many blocks must follow a fill before it is checked. */
  confirmations: bigint
  signal: AbortSignal
  /** Between two looks at the head, in milliseconds. */
  pollMs?: number
  /** How many fills are checked at the same time. */
  concurrency?: number
  now?: () => number
  onReorganized?(parameters: { from: bigint; to: bigint }): void
  /** Told after each round. */
  onProgress?(place: { scannedTo: bigint; head: bigint | undefined }): Promise<void>
  /** Told when the service can't be asked. */
  onServiceFault?(error: ServiceError): void
}

/** So many calls in a row may fail, each with its own repetitions, before the service counts as not reachable. */
const mostFaults = 5

/** A delivery that failed so often is left for the next run, where there is an end. */
const mostAttempts = 5

/**
 * Follows a receiver's fills, checks each once, and tells what contradicts.
 *
 * - Rule: it can be killed at any moment. What was done is in the store, and the next run goes on from there.
 * - Rule: of several workers on one store one reads the chain, and all check.
 *
 * @returns What the store knows at the end: at `untilBlock`, or when the signal was aborted.
 * @throws `ChainUnreachableError` or `ServiceError` when somebody can't be reached; the place is kept.
 */
export async function runWatch(parameters: RunWatchParameters): Promise<WatchSummary> {
  const { store, signal, sinks } = parameters
  const watcher = createWatcher(parameters)
  try {
    await watcher.run()
    await watcher.tell()
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    for (const sink of sinks) await sink.close?.()
  }
  return store.summarize()
}

function createWatcher(parameters: RunWatchParameters) {
  const { job, fillsFrom, untilBlock, chain, service, store, sinks, solvers, graceMs } = parameters
  const { confirmations, signal, pollMs = 2_000, concurrency = 8, now = Date.now } = parameters
  const { onReorganized = () => {}, onProgress, onServiceFault = () => {} } = parameters
  const scanner = createScanner({ job, fillsFrom, chain, store, now, onReorganized })
  const held = new Set<string>()
  let faults = 0

  /** Asked each time: what a database lent is lost with the connection to it. */
  const holds = async (name: string) => {
    const isHeld = await store.lock(name)
    if (isHeld) held.add(name)
    else held.delete(name)
    return isHeld
  }

  async function run(): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const isScanned = await scan()
      const taken = await checkSome()
      const told = await tell()
      if (!isScanned || taken > 0 || told > 0) continue
      if (await isDone()) return
      await sleep(await readDelay(), undefined, { signal })
    }
  }

  /** Whether all that there is now is stored. */
  async function scan(): Promise<boolean> {
    if (!(await holds('scanner'))) return true
    const head = await chain.readHead()
    const through = untilBlock !== undefined && untilBlock < head ? untilBlock : head
    const isScanned = await scanner.scan(through)
    const scannedTo = await store.readScannedTo()
    // What is asked for up to a block is wanted when the chain gets there.
    const isComplete = untilBlock !== undefined && scannedTo >= untilBlock
    const throughBlock = isComplete ? untilBlock : scannedTo - confirmations
    await store.confirm({ throughBlock, nowMs: now() })
    await onProgress?.({ scannedTo, head })
    return isScanned
  }

  async function checkSome(): Promise<number> {
    const tasks = await store.take({ limit: concurrency, nowMs: now() })
    const ends = await Promise.allSettled(tasks.map(checkOne))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    return tasks.length
  }

  async function checkOne(task: FillTask): Promise<void> {
    try {
      const end = await checkFill({ task, job, chain, service, store, solvers, graceMs, nowMs: now() })
      faults = 0
      if ('result' in end) await store.settle(task, end.result, now())
      else await store.postpone(task, { dueAtMs: end.waitUntilMs, notes: end.notes })
    } catch (error) {
      if (!(error instanceof ServiceError) || error instanceof ServiceAbortedError) throw error
      faults += 1
      onServiceFault(error)
      if (faults >= mostFaults) throw error
      await store.postpone(task, {
        dueAtMs: now() + 1000 * 2 ** Math.min(task.attempts, 6),
        notes: task.notes,
      })
    }
  }

  /** Gives each sink what it was not given, and returns how much that was. */
  async function tell(): Promise<number> {
    let told = 0
    for (const sink of sinks) {
      if (!(await holds(`sink:${sink.name}`))) continue
      const deliveries = await store.readOutbox({ sink: sink.name, limit: 100, nowMs: now() })
      if (deliveries.length > 0) await sink.deliver(deliveries)
      told += deliveries.length
    }
    return told
  }

  async function isDone(): Promise<boolean> {
    if (untilBlock === undefined || (await store.readScannedTo()) < untilBlock) return false
    const { waiting } = await store.summarize()
    if (waiting > 0) return false
    for (const { name } of sinks) {
      const left = await store.readOutbox({ sink: name, limit: 100, nowMs: Number.MAX_SAFE_INTEGER })
      if (held.has(`sink:${name}`) && left.some(({ attempts }) => attempts < mostAttempts)) return false
    }
    return true
  }

  async function readDelay(): Promise<number> {
    const times = await Promise.all([
      store.readNextDueMs(),
      ...sinks.map(({ name }) => store.readNextDeliveryMs({ sink: name })),
    ])
    const delays = times.filter((time) => time !== null).map((time) => time - now())
    return Math.max(Math.min(pollMs, ...delays), 20)
  }

  return { run, tell }
}
