import { type Price, priceSchema } from '../../service/resources/quote.js'
import { type PriceRequest, priceRequestSchema } from '../../service/resources/quoteRequest.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

export type GetPriceParameters = PriceRequest

export type GetPriceReturnType = Price

/**
 * Asks what a request would cost and deliver. There are no steps to run: for those, use `getQuote`.
 *
 * - Units: amounts in the smallest unit, `slippageTolerance` and `appFees` in basis points.
 *
 * @param parameters - {@link GetPriceParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getPrice(
  connection: Connection,
  parameters: GetPriceParameters,
  options?: RequestOptions,
): Promise<GetPriceReturnType> {
  const path = '/price'
  const body = readParameters(priceRequestSchema, parameters, `POST ${path}`)
  return connection.request({ method: 'POST', path, body, response: priceSchema, repeatable: true }, options)
}
