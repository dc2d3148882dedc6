import { operationOf } from '../../service/profile/operations.js'
import { wholeNumberParameter } from '../../service/resources/parameters.js'
import type { RequestRecord } from '../../service/resources/requestRecord.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { InvalidResponseError, ServiceAbortedError } from '../errors.js'
import { readParameters } from '../validate.js'
import { type GetRequestsParameters, getRequests } from './requests.js'

const schema = resource({ maxPages: wholeNumberParameter.optional() })

export type IterateRequestsParameters = GetRequestsParameters & {
  /** Stops after this many pages. */
  maxPages?: number | undefined
}

export type IterateRequestsReturnType = AsyncGenerator<RequestRecord, void, undefined>

/**
 * Lists requests through all pages (GET /requests/v3), one record at a time. Fetches a page when its first record is needed.
 *
 * - Ends if the service returns no `continuation`. A repeated `continuation` would loop forever and is an error.
 *
 * @param parameters - {@link IterateRequestsParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function* iterateRequests(
  connection: Connection,
  parameters: IterateRequestsParameters = {},
  options?: RequestOptions,
): IterateRequestsReturnType {
  const read = readParameters(schema, parameters, 'iterateRequests')
  const { maxPages = Number.POSITIVE_INFINITY, ...rest } = read
  const filters: GetRequestsParameters = rest
  const operation = `GET ${operationOf(connection.profile, 'requests').path}`
  let { continuation } = filters
  const seen = new Set([continuation])
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await getRequests(connection, { ...filters, continuation }, options)
    for (const record of page.requests) {
      if (options?.signal?.aborted) throw new ServiceAbortedError({ operation })
      yield record
    }
    const value: unknown = page.continuation
    if (!value) return
    const refuse = (requirement: string) =>
      new InvalidResponseError({ operation, path: 'continuation', value, requirement })
    if (typeof value !== 'string') throw refuse('must be string')
    if (seen.has(value)) throw refuse('must differ from those of the pages before')
    seen.add(value)
    continuation = value
  }
}
