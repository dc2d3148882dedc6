import type * as z from 'zod'
import { type SwapSourceList, swapSourcesSchema } from '../../service/resources/chain.js'
import { chainIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  /** All chains if absent. */
  chainId: chainIdParameter.optional(),
})

export type GetSwapSourcesParameters = z.input<typeof schema>

export type GetSwapSourcesReturnType = SwapSourceList

/**
 * Lists the swap sources that a quote can include or exclude.
 *
 * @param parameters - {@link GetSwapSourcesParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getSwapSources(
  connection: Connection,
  parameters: GetSwapSourcesParameters = {},
  options?: RequestOptions,
): Promise<GetSwapSourcesReturnType> {
  const path = '/swap-sources'
  const query = readParameters(schema, parameters, `GET ${path}`)
  return connection.request({ method: 'GET', path, query, response: swapSourcesSchema }, options)
}
