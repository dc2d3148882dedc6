import type * as z from 'zod'
import { type ChainsHealth, chainsHealthSchema } from '../../service/resources/chain.js'
import { chainIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  /** All chains if absent. */
  chainId: chainIdParameter.optional(),
})

export type GetChainsHealthParameters = z.input<typeof schema>

export type GetChainsHealthReturnType = ChainsHealth

/**
 * Asks whether the service follows its chains.
 *
 * @param parameters - {@link GetChainsHealthParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getChainsHealth(
  connection: Connection,
  parameters: GetChainsHealthParameters = {},
  options?: RequestOptions,
): Promise<GetChainsHealthReturnType> {
  const path = '/chains/health'
  const query = readParameters(schema, parameters, `GET ${path}`)
  return connection.request({ method: 'GET', path, query, response: chainsHealthSchema }, options)
}
