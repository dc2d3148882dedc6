import { type OperationName, operationOf } from '../../service/profile/operations.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { RateLimitOptions } from './options.js'

const limitOf: Readonly<Partial<Record<OperationName, keyof RateLimitOptions>>> = {
  quote: 'quotePerMinute',
  quoteV1: 'quotePerMinute',
  requests: 'requestsPerMinute',
  requestsV2: 'requestsV2PerMinute',
}

/** Finds the limit that a request to the service counts against. */
export function findLimit(profile: ServiceProfile, path: string): keyof RateLimitOptions {
  const [pathname] = path.split('?')
  const names = Object.keys(limitOf) as OperationName[]
  const name = names.find((each) => operationOf(profile, each).path === pathname)
  return (name && limitOf[name]) ?? 'othersPerMinute'
}
