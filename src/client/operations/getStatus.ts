import type * as z from 'zod'
import { requestIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import { type StatusRecord, statusSchema } from '../../service/resources/status.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  /** Of the quote's steps. */
  requestId: requestIdParameter,
})

export type GetStatusParameters = z.input<typeof schema>

export type GetStatusReturnType = StatusRecord

/**
 * Asks where a request stands, once. To follow it, use `waitForRequest` or `watchRequest`.
 *
 * - Rule: a fresh request may answer its status alone. A status that is not known here is kept as it is.
 * - Units: `updatedAt` in Unix milliseconds.
 *
 * @param parameters - {@link GetStatusParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getStatus(
  connection: Connection,
  parameters: GetStatusParameters,
  options?: RequestOptions,
): Promise<GetStatusReturnType> {
  const path = '/intents/status/v3'
  const query = readParameters(schema, parameters, `GET ${path}`)
  return connection.request({ method: 'GET', path, query, response: statusSchema }, options)
}
