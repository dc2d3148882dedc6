import type { Clock } from '../clock.js'
import type { Bell } from '../createBell.js'
import type { JobKey, WatchDatabase } from '../types.js'
import type { Sink } from './sink.js'

export type DeliveryParameters = {
  sink: Sink
  /** The jobs whose findings the sink receives. */
  stores: readonly JobKey[]
  database: Pick<WatchDatabase, 'createOutbox' | 'lockJobs'>
  clock: Clock
  bell: Bell
  signal: AbortSignal
  /** Once aborted, the deliveries end when each finding is delivered or has failed too often. */
  draining: AbortSignal
  /** Called with each delivery. */
  onDelivered?(count: number): void
  pollMs?: number | undefined
}

/** If the run has an end, a delivery that failed this often is left for the next run. */
const mostAttempts = 5

/** Delivers the findings of some jobs to a sink, until the signal aborts or the sink has all findings. */
export async function runDelivery(parameters: DeliveryParameters): Promise<void> {
  const { sink, database, clock, bell, signal, draining, onDelivered, pollMs = 2_000 } = parameters
  const { name } = sink
  while (true) {
    signal.throwIfAborted()
    const isDraining = draining.aborted
    // Take the lock in each round, because a lost connection to the database loses it.
    const outbox = database.createOutbox(await lockSink(parameters))
    const due = await outbox.readOutbox({ sink: name, limit: 100, nowMs: clock.now() })
    // While an endpoint is slow, failed deliveries become due again, so the list would never be empty.
    const deliveries = isDraining ? due.filter(({ attempts }) => attempts < mostAttempts) : due
    if (deliveries.length > 0) {
      const delivered = await sink.deliver(deliveries)
      onDelivered?.(delivered)
      continue
    }
    const nextMs = (await outbox.readNextDeliveryMs({ sink: name })) ?? Number.POSITIVE_INFINITY
    if (isDraining) {
      const left = await outbox.readOutbox({ sink: name, limit: 100, nowMs: Number.MAX_SAFE_INTEGER })
      if (left.every(({ attempts }) => attempts >= mostAttempts)) return
    }
    await bell.wait(Math.max(Math.min(pollMs, nextMs - clock.now()), 20), signal)
  }
}

/** Returns the jobs whose findings this worker may deliver to the sink. */
async function lockSink({ sink, stores, database }: DeliveryParameters): Promise<readonly JobKey[]> {
  const lock = `sink:${sink.name}`
  if (!sink.isWhole) return database.lockJobs(stores, lock)
  return (await database.createOutbox(stores).lock(lock)) ? stores : []
}
