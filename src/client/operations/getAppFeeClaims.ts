import * as z from 'zod'
import { type AppFeeClaims, appFeeClaimsSchema } from '../../service/resources/appFees.js'
import { addressParameter, limitParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  /** The recipient of the app fees. */
  wallet: addressParameter,
  /** Claims of a page, 1 to 50. */
  limit: limitParameter.optional(),
  /** Of the page before. */
  continuation: z.string().optional(),
})

export type GetAppFeeClaimsParameters = z.input<typeof schema>

export type GetAppFeeClaimsReturnType = AppFeeClaims

/**
 * Lists a wallet's claims of app fees, one page at a time.
 *
 * @param parameters - {@link GetAppFeeClaimsParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getAppFeeClaims(
  connection: Connection,
  parameters: GetAppFeeClaimsParameters,
  options?: RequestOptions,
): Promise<GetAppFeeClaimsReturnType> {
  const { wallet, ...query } = readParameters(schema, parameters, 'GET /app-fees/{wallet}/claims')
  const path = `/app-fees/${encodeURIComponent(wallet)}/claims`
  return connection.request({ method: 'GET', path, query, response: appFeeClaimsSchema }, options)
}
