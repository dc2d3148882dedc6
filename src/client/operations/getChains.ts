import * as z from 'zod'
import { type ChainList, chainsSchema } from '../../service/resources/chain.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  /** Chains that are not listed otherwise. */
  includeChains: z.string().optional(),
})

export type GetChainsParameters = z.input<typeof schema>

export type GetChainsReturnType = ChainList

/**
 * Lists the chains with their currencies, contracts and depositories.
 *
 * - Units: the fees of a chain in basis points.
 *
 * @param parameters - {@link GetChainsParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getChains(
  connection: Connection,
  parameters: GetChainsParameters = {},
  options?: RequestOptions,
): Promise<GetChainsReturnType> {
  const path = '/chains'
  const query = readParameters(schema, parameters, `GET ${path}`)
  return connection.request({ method: 'GET', path, query, response: chainsSchema }, options)
}
