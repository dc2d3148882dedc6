import { requestIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import { type LegacyStatusRecord, legacyStatusSchema } from '../../service/resources/status.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'
import type { GetStatusParameters } from './getStatus.js'

const schema = resource({ requestId: requestIdParameter })

export type GetStatusLegacyReturnType = LegacyStatusRecord

/**
 * Asks where a request stands, in the older words: `fallback` is a refund.
 *
 * @deprecated Use `getStatus`.
 *
 * @param parameters - {@link GetStatusParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getStatusLegacy(
  connection: Connection,
  parameters: GetStatusParameters,
  options?: RequestOptions,
): Promise<GetStatusLegacyReturnType> {
  const path = '/intents/status'
  const query = readParameters(schema, parameters, `GET ${path}`)
  return connection.request({ method: 'GET', path, query, response: legacyStatusSchema }, options)
}
