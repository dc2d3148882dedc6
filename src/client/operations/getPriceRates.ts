import { type PriceRates, priceRatesSchema } from '../../service/resources/chain.js'
import type { Connection, RequestOptions } from '../connection.js'

export type GetPriceRatesReturnType = PriceRates

/**
 * Lists the prices of native currencies and a few tokens, by symbol.
 *
 * - Units: USD for one whole unit, for display.
 *
 * @throws {@link ServiceError}
 */
export async function getPriceRates(
  connection: Connection,
  options?: RequestOptions,
): Promise<GetPriceRatesReturnType> {
  return connection.request({ method: 'GET', path: '/prices/rates', response: priceRatesSchema }, options)
}
