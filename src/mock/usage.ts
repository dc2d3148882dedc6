import type { usageGranularities } from '../service/resources/usage.js'

export type UsageGranularity = (typeof usageGranularities)[number]

/** A call that was answered. */
export type Call = {
  apiKey: string
  /** The path as it is registered, so that ids in it do not make it another one. */
  endpoint: string
  statusCode: number
  /** With status 400. */
  errorCode?: string
}

/** Calls of one kind in one span of time. */
export type CallCount = Call & {
  /** When the span begins, in Unix milliseconds. */
  startMs: number
  count: number
}

export type Usage = {
  count(call: Call): void
  /** The counts of spans that begin in a time, the oldest first. */
  list(query: {
    granularity: UsageGranularity
    apiKeys: readonly string[]
    fromMs?: number
    untilMs?: number
  }): CallCount[]
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How wide a span is, and how long it is kept. */
const spans: Record<UsageGranularity, { widthMs: number; keptMs: number }> = {
  minutely: { widthMs: minute, keptMs: 24 * hour },
  hourly: { widthMs: hour, keptMs: 7 * day },
  daily: { widthMs: day, keptMs: 14 * day },
}

/** Creates the counts of calls, in three widths of which each is forgotten in its time. */
export function createUsage(now: () => number): Usage {
  const counts = {
    minutely: new Map<string, CallCount>(),
    hourly: new Map<string, CallCount>(),
    daily: new Map<string, CallCount>(),
  }
  const granularities = Object.keys(counts) as UsageGranularity[]

  function forget(granularity: UsageGranularity): void {
    const oldest = now() - spans[granularity].keptMs
    for (const [name, { startMs }] of counts[granularity]) {
      if (startMs < oldest) counts[granularity].delete(name)
    }
  }

  return {
    count({ apiKey, endpoint, statusCode, errorCode }) {
      for (const granularity of granularities) {
        const { widthMs } = spans[granularity]
        const startMs = Math.floor(now() / widthMs) * widthMs
        const name = JSON.stringify([startMs, apiKey, endpoint, statusCode, errorCode])
        const found = counts[granularity].get(name)
        if (found) found.count++
        else {
          forget(granularity)
          counts[granularity].set(name, { startMs, apiKey, endpoint, statusCode, errorCode, count: 1 })
        }
      }
    },
    list({ granularity, apiKeys, fromMs = 0, untilMs = Number.POSITIVE_INFINITY }) {
      forget(granularity)
      return [...counts[granularity].values()]
        .filter(({ apiKey, startMs }) => apiKeys.includes(apiKey) && startMs >= fromMs && startMs <= untilMs)
        .sort((one, other) => one.startMs - other.startMs)
        .map((count) => ({ ...count }))
    },
  }
}
