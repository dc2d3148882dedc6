import { type OperationName, operationNames, operationOf } from './operations.js'
import type { ServiceProfile } from './types.js'

/** The number of requests that a key can make in any 60 seconds. Callers without a key share one count. */
export type RateLimits = {
  /** Quotes of every version. */
  quotePerMinute?: number
  /** Pages of `getRequests`. */
  requestsPerMinute?: number
  /** Pages of the two older listings of requests, such as `getRequestsV2`. */
  requestsV2PerMinute?: number
  /** All other requests to the service. */
  othersPerMinute?: number
}

type RateLimitName = keyof RateLimits

/** The limits of the public service for a default key, from its changelog of 15 September 2026. */
export const publishedRateLimits: Readonly<Required<RateLimits>> = {
  quotePerMinute: 50,
  requestsPerMinute: 200,
  requestsV2PerMinute: 100,
  othersPerMinute: 200,
}

export const rateLimitNames = Object.keys(publishedRateLimits) as RateLimitName[]

const limitOf: Readonly<Partial<Record<OperationName, RateLimitName>>> = {
  quote: 'quotePerMinute',
  quoteV1: 'quotePerMinute',
  quoteV3: 'quotePerMinute',
  requests: 'requestsPerMinute',
  requestsV2: 'requestsV2PerMinute',
  requestsV1: 'requestsV2PerMinute',
}

/** Finds the limit that a request to the service counts against. */
export function findRateLimit(profile: Pick<ServiceProfile, 'operations'>, path: string): RateLimitName {
  const [pathname] = path.split('?')
  const name = operationNames.find((each) => limitOf[each] && operationOf(profile, each).path === pathname)
  return (name && limitOf[name]) ?? 'othersPerMinute'
}
