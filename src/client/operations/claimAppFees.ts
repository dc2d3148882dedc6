import type * as z from 'zod'
import { type AppFeeClaim, appFeeClaimSchema } from '../../service/resources/appFees.js'
import { addressParameter, amountParameter, chainIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  /** The recipient of the app fees, who signs the claim. */
  wallet: addressParameter,
  /** Where they are paid out. */
  chainId: chainIdParameter,
  currency: addressParameter,
  recipient: addressParameter,
  /** Smallest unit; everything if absent. */
  amount: amountParameter.optional(),
})

export type ClaimAppFeesParameters = z.input<typeof schema>

export type ClaimAppFeesReturnType = AppFeeClaim

/**
 * Asks for the step that claims app fees. The wallet signs it, and `submitPermit` posts it.
 *
 * - Rule: is never sent twice on its own.
 *
 * @param parameters - {@link ClaimAppFeesParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function claimAppFees(
  connection: Connection,
  parameters: ClaimAppFeesParameters,
  options?: RequestOptions,
): Promise<ClaimAppFeesReturnType> {
  const { wallet, ...body } = readParameters(schema, parameters, 'POST /app-fees/{wallet}/claim')
  const path = `/app-fees/${encodeURIComponent(wallet)}/claim`
  return connection.request({ method: 'POST', path, body, response: appFeeClaimSchema }, options)
}
