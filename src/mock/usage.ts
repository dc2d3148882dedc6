import type { usageGranularities } from '../service/resources/usage.js'

export type UsageGranularity = (typeof usageGranularities)[number]

type Call = {
  apiKey: string
  /** The route's pattern, without the ids in it. */
  endpoint: string
  statusCode: number
  errorCode?: string
}

/** The number of identical calls in one time span. */
type CallCount = Call & {
  /** The start of the span, in Unix milliseconds. */
  startMs: number
  count: number
}

export type Usage = ReturnType<typeof createUsage>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The width of a span and its retention. */
const spans: Record<UsageGranularity, { widthMs: number; keptMs: number }> = {
  minutely: { widthMs: minute, keptMs: 24 * hour },
  hourly: { widthMs: hour, keptMs: 7 * day },
  daily: { widthMs: day, keptMs: 14 * day },
}

/** Counts calls in spans of three widths, each with its own retention. */
export function createUsage(now: () => number) {
  const counts: Record<UsageGranularity, Map<string, CallCount>> = {
    minutely: new Map(),
    hourly: new Map(),
    daily: new Map(),
  }
  const granularities = Object.keys(counts) as UsageGranularity[]

  function dropOld(granularity: UsageGranularity): void {
    const oldest = now() - spans[granularity].keptMs
    for (const [name, { startMs }] of counts[granularity]) {
      if (startMs < oldest) counts[granularity].delete(name)
    }
  }

  return {
    counts,
    count({ apiKey, endpoint, statusCode, errorCode }: Call): void {
      for (const granularity of granularities) {
        const { widthMs } = spans[granularity]
        const startMs = Math.floor(now() / widthMs) * widthMs
        const name = JSON.stringify([startMs, apiKey, endpoint, statusCode, errorCode])
        const found = counts[granularity].get(name)
        if (found) found.count++
        else {
          dropOld(granularity)
          counts[granularity].set(name, { startMs, apiKey, endpoint, statusCode, errorCode, count: 1 })
        }
      }
    },
    /** Lists the counts of spans that begin within a time range, the oldest first. */
    list(
      granularity: UsageGranularity,
      apiKeys: readonly string[],
      { fromMs = 0, untilMs = Number.POSITIVE_INFINITY }: { fromMs?: number; untilMs?: number },
    ): CallCount[] {
      dropOld(granularity)
      return [...counts[granularity].values()]
        .filter(({ apiKey, startMs }) => apiKeys.includes(apiKey) && startMs >= fromMs && startMs <= untilMs)
        .sort((one, other) => one.startMs - other.startMs)
    },
  }
}
