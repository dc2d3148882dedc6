import type * as z from 'zod'
import { type ReindexResult, reindexSchema } from '../../service/resources/indexing.js'
import { addressParameter, chainIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  /** Where the address is registered. */
  chainId: chainIdParameter,
  depositAddress: addressParameter,
  /** Where to look, if elsewhere. */
  targetChainId: chainIdParameter.optional(),
  /** The only one to look for. */
  currency: addressParameter.optional(),
})

export type ReindexDepositAddressParameters = z.input<typeof schema>

export type ReindexDepositAddressReturnType = ReindexResult

/**
 * Has the service look at a deposit address again.
 *
 * - Rule: too soon again is refused with status 429.
 *
 * @param parameters - {@link ReindexDepositAddressParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function reindexDepositAddress(
  connection: Connection,
  parameters: ReindexDepositAddressParameters,
  options?: RequestOptions,
): Promise<ReindexDepositAddressReturnType> {
  const path = '/transactions/deposit-address/reindex'
  const body = readParameters(schema, parameters, `POST ${path}`)
  return connection.request(
    { method: 'POST', path, body, response: reindexSchema, repeatable: true },
    options,
  )
}
