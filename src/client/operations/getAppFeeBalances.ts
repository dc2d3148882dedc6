import type * as z from 'zod'
import { type AppFeeBalances, appFeeBalancesSchema } from '../../service/resources/appFees.js'
import { addressParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  /** The recipient of the app fees. */
  wallet: addressParameter,
})

export type GetAppFeeBalancesParameters = z.input<typeof schema>

export type GetAppFeeBalancesReturnType = AppFeeBalances

/**
 * Asks what app fees a wallet can claim.
 *
 * - Units: amounts in the smallest unit; names that end in `Usd` in USD.
 *
 * @param parameters - {@link GetAppFeeBalancesParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getAppFeeBalances(
  connection: Connection,
  parameters: GetAppFeeBalancesParameters,
  options?: RequestOptions,
): Promise<GetAppFeeBalancesReturnType> {
  const { wallet, ...query } = readParameters(schema, parameters, 'GET /app-fees/{wallet}/balances')
  const path = `/app-fees/${encodeURIComponent(wallet)}/balances`
  return connection.request({ method: 'GET', path, query, response: appFeeBalancesSchema }, options)
}
