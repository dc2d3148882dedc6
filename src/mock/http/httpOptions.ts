import { MockOptionError } from '../errors.js'

/** How many requests a key, or everybody without one, can make in any 60 seconds. */
export type RateLimits = {
  /** Of POST /quote and POST /quote/v2. */
  quotePerMinute?: number
  /** Of everything else. */
  othersPerMinute?: number
}

/** What the HTTP interface lets callers do, and how long it waits for them. */
export type HttpLimits = {
  /** For a request's headers, the first byte included; 10000 by default. */
  headersTimeoutMs: number
  /** For a whole request; 30000 by default. */
  requestTimeoutMs: number
  /** Connections at a time; 1000 by default, further ones are closed. */
  maxConnections: number
}

/** What the HTTP interface of one mock is set to. */
export type HttpOptions = { rateLimits: RateLimits; limits: HttpLimits }

const defaultLimits: HttpLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  maxConnections: 1_000,
}

/** Fills the defaults in. @throws {@link MockOptionError} */
export function readHttpOptions({
  rateLimits = {},
  httpLimits = {},
}: {
  rateLimits?: RateLimits
  httpLimits?: Partial<HttpLimits>
}): HttpOptions {
  const limits = { ...defaultLimits, ...httpLimits }
  for (const [group, values] of Object.entries({ rateLimits, httpLimits: limits })) {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined || (Number.isInteger(value) && value >= 1)) continue
      throw new MockOptionError({
        option: `${group}.${name}`,
        value,
        requirement: 'a whole number from 1 on',
      })
    }
  }
  return { rateLimits, limits }
}
