import * as z from 'zod'
import { operationOf } from '../../service/profile/operations.js'
import { wholeNumberParameter } from '../../service/resources/parameters.js'
import type { RequestRecord } from '../../service/resources/requestRecord.js'
import type { RequestRecordV2 } from '../../service/resources/requestRecordV2.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { InvalidResponseError, ServiceAbortedError } from '../errors.js'
import { readParameters } from '../validate.js'
import {
  type GetRequestsParameters,
  type GetRequestsV2Parameters,
  getRequests,
  getRequestsV2,
} from './requests.js'

const schema = resource({
  maxPages: wholeNumberParameter.optional(),
  version: z.enum(['v3', 'v2'], 'must be v3 or v2').default('v3'),
})

type Version = 'v3' | 'v2'

export type IterateRequestsParameters<version extends Version = 'v3'> = (version extends 'v2'
  ? GetRequestsV2Parameters
  : GetRequestsParameters) & {
  /** Ends after so many pages. */
  maxPages?: number | undefined
  /**
   * The version of the listing. The public service announced the end of `v2` for 2026-11-24; once it has ended, the call
   * throws a {@link ServiceRetiredError}.
   */
  version?: version | undefined
}

export type IterateRequestsReturnType<version extends Version = 'v3'> = AsyncGenerator<
  version extends 'v2' ? RequestRecordV2 : RequestRecord,
  void,
  undefined
>

/**
 * Lists requests through all pages, one record at a time. A page is asked for when its first record is.
 *
 * - Rule: ends where the service gives no `continuation`; one that it gave before would never end and is an error.
 *
 * @param parameters - {@link IterateRequestsParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function* iterateRequests<version extends Version = 'v3'>(
  connection: Connection,
  parameters: IterateRequestsParameters<version> = {} as IterateRequestsParameters<version>,
  options?: RequestOptions,
): IterateRequestsReturnType<version> {
  const read = readParameters(schema, parameters, 'iterateRequests')
  const { maxPages = Number.POSITIVE_INFINITY, version, ...rest } = read
  const filters: GetRequestsParameters & GetRequestsV2Parameters = rest
  const { path } = operationOf(connection.profile, version === 'v2' ? 'requestsV2' : 'requests')
  const operation = `GET ${path}`
  const getPage = version === 'v2' ? getRequestsV2 : getRequests
  let { continuation } = filters
  const seen = new Set([continuation])
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await getPage(connection, { ...filters, continuation }, options)
    for (const record of page.requests) {
      if (options?.signal?.aborted) throw new ServiceAbortedError({ operation })
      yield record as never
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
