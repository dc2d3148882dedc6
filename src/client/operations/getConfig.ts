import type * as z from 'zod'
import { type ConfigRecord, configCurrencies, configSchema } from '../../service/resources/config.js'
import { addressParameter, chainIdTextParameter } from '../../service/resources/parameters.js'
import { openEnum, resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  originChainId: chainIdTextParameter,
  destinationChainId: chainIdTextParameter,
  /** Adds the user's balance and what the user can send. */
  user: addressParameter.optional(),
  /** Of balance and capacity; the destination chain's native currency if absent. */
  currency: openEnum(configCurrencies).optional(),
})

export type GetConfigParameters = z.input<typeof schema>

export type GetConfigReturnType = ConfigRecord

/**
 * Asks whether a pair of chains is served, what it costs and what the solver has.
 *
 * - Rule: needs no API key.
 * - Units: amounts in the smallest unit.
 *
 * @deprecated Use `getQuote`.
 *
 * @param parameters - {@link GetConfigParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getConfig(
  connection: Connection,
  parameters: GetConfigParameters,
  options?: RequestOptions,
): Promise<GetConfigReturnType> {
  const path = '/config/v2'
  const query = readParameters(schema, parameters, `GET ${path}`)
  return connection.request({ method: 'GET', path, query, response: configSchema }, options)
}
