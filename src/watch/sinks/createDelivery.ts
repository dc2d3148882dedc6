import type { WatchStore } from '../types.js'
import type { Sink } from './sink.js'

export type FindingDelivery = {
  /** Gives each sink what it was not given, and returns how much that was. */
  deliver(): Promise<number>
  /** When a sink of this worker is due, in Unix milliseconds; infinity when they have all. */
  readNextMs(): Promise<number>
  /** Whether the sinks of this worker have all, but for what failed too often. */
  isDone(): Promise<boolean>
}

export type DeliveryParameters = {
  store: Pick<WatchStore, 'lock' | 'readOutbox' | 'readNextDeliveryMs'>
  sinks: readonly Sink[]
  now: () => number
}

/** A delivery that failed so often is left for the next run, where there is an end. */
const mostAttempts = 5

export function createDelivery({ store, sinks, now }: DeliveryParameters): FindingDelivery {
  const held = new Set<Sink>()
  return {
    async deliver() {
      let delivered = 0
      for (const sink of sinks) {
        held.delete(sink)
        // Asked each time: a lock is lost with the connection to the database.
        if (!(await store.lock(`sink:${sink.name}`))) continue
        held.add(sink)
        const deliveries = await store.readOutbox({ sink: sink.name, limit: 100, nowMs: now() })
        if (deliveries.length > 0) await sink.deliver(deliveries)
        delivered += deliveries.length
      }
      return delivered
    },
    async readNextMs() {
      const times = await Promise.all([...held].map(({ name }) => store.readNextDeliveryMs({ sink: name })))
      return Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY))
    },
    async isDone() {
      for (const { name } of held) {
        const left = await store.readOutbox({ sink: name, limit: 100, nowMs: Number.MAX_SAFE_INTEGER })
        if (left.some(({ attempts }) => attempts < mostAttempts)) return false
      }
      return true
    },
  }
}
