import type * as z from 'zod'
import { type DepositAddressRecord, depositAddressRecordSchema } from '../../service/resources/indexing.js'
import { addressParameter, requestIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  address: addressParameter.optional(),
  /** For which the address was made. */
  requestId: requestIdParameter.optional(),
}).superRefine(({ address, requestId }, context) => {
  if ((address === undefined) === (requestId === undefined)) {
    context.addIssue({
      code: 'custom',
      path: ['address'],
      message: 'must be given, or requestId in its place',
    })
  }
})

export type GetDepositAddressParameters = z.input<typeof schema>

export type GetDepositAddressReturnType = DepositAddressRecord

/**
 * Looks up a deposit address, by itself or by the request that it was made for.
 *
 * - Rule: needs an API key.
 *
 * @param parameters - {@link GetDepositAddressParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getDepositAddress(
  connection: Connection,
  parameters: GetDepositAddressParameters,
  options?: RequestOptions,
): Promise<GetDepositAddressReturnType> {
  const path = '/deposit-addresses/v1'
  const query = readParameters(schema, parameters, `GET ${path}`)
  return connection.request({ method: 'GET', path, query, response: depositAddressRecordSchema }, options)
}
