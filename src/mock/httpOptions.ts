import { type RateLimits, rateLimitNames } from '../service/profile/rateLimits.js'
import { requireInteger, requireKnown } from './requireOption.js'

export type HttpLimits = {
  /** For a request's headers, the first byte included; 10000 by default. */
  headersTimeoutMs: number
  /** For a whole request; 30000 by default. */
  requestTimeoutMs: number
  /** Open connections; 1000 by default. One more closes the oldest that has not sent a whole request. */
  maxConnections: number
}

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
