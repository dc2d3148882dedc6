import type * as z from 'zod'
import { type LiquidityList, liquiditySchema } from '../../service/resources/chain.js'
import { chainIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({ chainId: chainIdParameter })

export type GetLiquidityParameters = z.input<typeof schema>

export type GetLiquidityReturnType = LiquidityList

/**
 * Lists what the solver has on a chain, by currency.
 *
 * - Units: `balance` in the smallest unit.
 *
 * @param parameters - {@link GetLiquidityParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getLiquidity(
  connection: Connection,
  parameters: GetLiquidityParameters,
  options?: RequestOptions,
): Promise<GetLiquidityReturnType> {
  const path = '/chains/liquidity'
  const query = readParameters(schema, parameters, `GET ${path}`)
  return connection.request({ method: 'GET', path, query, response: liquiditySchema }, options)
}
