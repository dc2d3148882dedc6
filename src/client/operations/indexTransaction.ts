import * as z from 'zod'
import { type MessageRecord, messageSchema } from '../../service/resources/execution.js'
import {
  addressParameter,
  chainIdTextParameter,
  requestIdParameter,
} from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  chainId: chainIdTextParameter,
  txHash: addressParameter,
  requestId: requestIdParameter.optional(),
  referrer: z.string().optional(),
})

export type IndexTransactionParameters = z.input<typeof schema>

export type IndexTransactionReturnType = MessageRecord

/**
 * Reports a transaction, so that the service finds deposits inside.
 *
 * @param parameters - {@link IndexTransactionParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function indexTransaction(
  connection: Connection,
  parameters: IndexTransactionParameters,
  options?: RequestOptions,
): Promise<IndexTransactionReturnType> {
  const path = '/transactions/index'
  const body = readParameters(schema, parameters, `POST ${path}`)
  return connection.request(
    { method: 'POST', path, body, response: messageSchema, repeatable: true },
    options,
  )
}
