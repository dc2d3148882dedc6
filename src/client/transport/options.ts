import type { ProfileName } from '../../service/profile/namedProfiles.js'
import type { RateLimits } from '../../service/profile/rateLimits.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { RetirementNotice } from './reportRetirement.js'

export type RetryOptions = {
  /** The number of retries. Defaults to 3; 0 for none. */
  limit?: number
  /** The first wait before a retry, in milliseconds. It doubles each time, with jitter. Defaults to 300. */
  delayMs?: number
  /** The longest wait, in milliseconds. If the service's Retry-After is longer, the call fails. Defaults to 30000. */
  maxDelayMs?: number
}

export type ConnectionOptions = {
  /** Defaults to the public service. */
  profile?: ProfileName | ServiceProfile
  baseUrl?: string
  wsUrl?: string
  venueInfoUrl?: string
  venueExchangeUrl?: string
  /** Sent only to the service, as `x-api-key`. */
  apiKey?: string
  /**
   * Sent to the service as `Authorization: Bearer`, instead of an API key. A function is called before each attempt, including
   * each status request, so let it reuse a token that is still valid. If the function fails, the attempt fails with a network
   * error.
   */
  accessToken?: string | (() => string | Promise<string>)
  /**
   * The version of quotes to request. Defaults to the profile's `quoteVersion`, or `v2` if the profile sets none. `v3` needs an
   * API key or an access token.
   */
  quoteVersion?: 'v2' | 'v3'
  fetch?: typeof globalThis.fetch
  /**
   * Called once for each operation whose end the service announces in the headers of an answer. Errors that it throws are
   * ignored.
   */
  onRetirement?: (notice: RetirementNotice) => unknown
  retry?: RetryOptions
  /** The limit of one attempt, in milliseconds, including reading the answer. Defaults to 10000. */
  timeoutMs?: number
  /**
   * The most requests per minute. Requests beyond these limits wait for their turn; `false` for no limit.
   *
   * The profile `relay` defaults to the public service's published limits (quotes 50, requests 200, older versions of requests
   * together 100, others 200), unless its base URL is on this machine. Other profiles default to no limits. Clients with the same
   * base URL, key and limits are counted together.
   */
  rateLimit?: false | RateLimits
}
