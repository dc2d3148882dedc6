import type * as z from 'zod'
import type { ServiceOperation } from '../service/profile/operations.js'
import type { ServiceProfile } from '../service/profile/types.js'

/** The options that every operation takes besides its parameters. */
export type RequestOptions = {
  /** Ends the call, waiting and retries included. */
  signal?: AbortSignal | undefined
  /** The time limit of one attempt, in milliseconds. Overrides the client's `timeoutMs`. */
  timeoutMs?: number | undefined
}

type QueryValue = string | number | bigint | boolean | undefined

export type ServiceRequest<schema extends z.ZodType> = {
  method: 'GET' | 'POST'
  /** Begins with `/`. Parameters in it are percent-encoded. Empty for requests to the venue. */
  path: string
  /** The URL of the profile that `path` is appended to. The API key is sent only to `service`. */
  target?: 'service' | 'venueInfo' | 'venueExchange'
  /** Entries without a value are left out. A list becomes one parameter per value, all with the same name. */
  query?: Record<string, QueryValue | readonly string[]>
  body?: unknown
  /** The profile's entry for the operation, if it has one. In the entry's `path`, a name in braces stands for a parameter. */
  known?: ServiceOperation | undefined
  /** Checks the answer. */
  response: schema
  /** Whether sending the request twice has no further effect. Defaults to true for GET and false for POST. */
  repeatable?: boolean
}

/** Sends the requests of operations to the service. */
export type Connection = {
  /** The profile, with the URLs of the client's options. */
  profile: ServiceProfile
  /**
   * The profile's `wsUrl` with the key as `?apiKey=`, or undefined if the profile has no `wsUrl`. A method, so that logging a
   * client never prints the key.
   */
  readonly websocketUrl?: () => string | undefined
  request<schema extends z.ZodType>(
    request: ServiceRequest<schema>,
    options?: RequestOptions,
  ): Promise<z.output<schema>>
}
