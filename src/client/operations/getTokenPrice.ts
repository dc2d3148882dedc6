import type * as z from 'zod'
import { type TokenPrice, tokenPriceSchema } from '../../service/resources/chain.js'
import { addressParameter, chainIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({ address: addressParameter, chainId: chainIdParameter })

export type GetTokenPriceParameters = z.input<typeof schema>

export type GetTokenPriceReturnType = TokenPrice

/**
 * Asks for the price of a token.
 *
 * - Units: USD for one whole unit, for display: a number is no exact price.
 *
 * @param parameters - {@link GetTokenPriceParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getTokenPrice(
  connection: Connection,
  parameters: GetTokenPriceParameters,
  options?: RequestOptions,
): Promise<GetTokenPriceReturnType> {
  const path = '/currencies/token/price'
  const query = readParameters(schema, parameters, `GET ${path}`)
  return connection.request({ method: 'GET', path, query, response: tokenPriceSchema }, options)
}
