import type * as z from 'zod'
import type { ServiceOperation } from '../service/profile/operations.js'
import type { ServiceProfile } from '../service/profile/types.js'

/** The options that every operation takes besides its parameters. */
export type RequestOptions = {
  /** Ends the call, waiting and retries included. */
  signal?: AbortSignal | undefined
  /** The limit of one attempt, in milliseconds; overrides the client's. */
  timeoutMs?: number | undefined
}

type QueryValue = string | number | bigint | boolean | undefined

export type ServiceRequest<schema extends z.ZodType> = {
  method: 'GET' | 'POST'
  /** Begins with `/`; every part that comes from a caller is encoded. Empty for the venue. */
  path: string
  /** Which of the profile's URLs `path` follows; the API key goes to the service alone. */
  target?: 'service' | 'venueInfo' | 'venueExchange'
  /** Entries without a value are left out; a list repeats its name. */
  query?: Record<string, QueryValue | readonly string[]>
  body?: unknown
  /** What is known of the operation; its `path` names the parameters that `path` has. */
  known?: ServiceOperation | undefined
  /** Checks the answer. */
  response: schema
  /** Whether sending it twice does no more than sending it once: true for GET, false for POST unless said. */
  repeatable?: boolean
}

/** How operations reach the service. */
export type Connection = {
  /** With the URLs that the client's options gave. */
  profile: ServiceProfile
  /**
   * The profile's `wsUrl` with the key as `?apiKey=`, or nothing where the profile names none. A method, so that logging a
   * client never prints the key.
   */
  readonly websocketUrl?: () => string | undefined
  request<schema extends z.ZodType>(
    request: ServiceRequest<schema>,
    options?: RequestOptions,
  ): Promise<z.output<schema>>
}
