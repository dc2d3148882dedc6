import { type RateLimits, rateLimitNames } from '../service/profile/rateLimits.js'
import { requireInteger, requireKnown } from './requireOption.js'

export type HttpLimits = {
  /** Milliseconds for a request's headers, including the wait for the first byte. Defaults to 10000. */
  headersTimeoutMs: number
  /** Milliseconds for a whole request. Defaults to 30000. */
  requestTimeoutMs: number
  /** The most open connections. Defaults to 1000. One more closes the oldest connection whose request is not complete. */
  maxConnections: number
}

export type HttpOptions = { rateLimits: RateLimits; limits: HttpLimits }

const defaultLimits: HttpLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  maxConnections: 1_000,
}

/** Applies the defaults. @throws {@link MockOptionError} */
export function readHttpOptions({
  rateLimits = {},
  httpLimits = {},
}: {
  rateLimits?: RateLimits
  httpLimits?: Partial<HttpLimits>
}): HttpOptions {
  requireKnown('rateLimits.', rateLimits, rateLimitNames)
  requireKnown('httpLimits.', httpLimits, ['headersTimeoutMs', 'requestTimeoutMs', 'maxConnections'])
  const limits = { ...defaultLimits, ...httpLimits }
  for (const [group, values] of Object.entries({ rateLimits, httpLimits: limits })) {
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined) requireInteger(`${group}.${name}`, value, 1)
    }
  }
  return { rateLimits, limits }
}
