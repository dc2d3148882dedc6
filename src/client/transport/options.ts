import type { ProfileName } from '../../service/profile/namedProfiles.js'
import type { RateLimits } from '../../service/profile/rateLimits.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { RetirementNotice } from './reportRetirement.js'

export type RetryOptions = {
  /** How often a call is tried again; 3 by default, 0 for never. */
  limit?: number
  /** The first wait before a retry; doubles each time, with jitter. 300 by default. */
  delayMs?: number
  /** No wait is longer, a Retry-After of the service included: then the call fails. 30000 by default. */
  maxDelayMs?: number
}

export type ConnectionOptions = {
  /** The public service by default. */
  profile?: ProfileName | ServiceProfile
  baseUrl?: string
  wsUrl?: string
  venueInfoUrl?: string
  venueExchangeUrl?: string
  /** Sent to the service as `x-api-key`, and to no other host. */
  apiKey?: string
  /**
   * Sent to the service as `Authorization: Bearer`, in place of an API key. A function is asked for each attempt, also of a
   * status, so let it keep a token while that is good; where it fails, the service counts as not reached.
   */
  accessToken?: string | (() => string | Promise<string>)
  /** The version of quotes to ask for; the profile's by default, which is `v2`. `v3` needs an API key or an access token. */
  quoteVersion?: 'v2' | 'v3'
  fetch?: typeof globalThis.fetch
  /**
   * Is told once of each operation that the service announces to end, by the headers of any answer. What it throws is
   * ignored: the answer counts.
   */
  onRetirement?: (notice: RetirementNotice) => unknown
  retry?: RetryOptions
  /** The limit of one attempt, in milliseconds, including reading the answer; 10000 by default. */
  timeoutMs?: number
  /**
   * Requests beyond these numbers wait for their turn; `false` for no limit. By default the public service's
   * published limits for the profile `relay` (quotes 50, requests 200, older versions of requests together 100, others
   * 200), unless its base URL is on this machine, and none for others.
   * Clients with the same base URL, key and limits count together.
   */
  rateLimit?: false | RateLimits
}
