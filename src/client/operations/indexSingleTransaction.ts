import * as z from 'zod'
import { parseJson } from '../../base/parseJson.js'
import { toRecord } from '../../base/values.js'
import { type MessageRecord, messageSchema } from '../../service/resources/execution.js'
import { chainIdTextParameter, requestIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  requestId: requestIdParameter,
  chainId: chainIdTextParameter,
  /** The transaction's data and its `txHash`, as an object or as its JSON. */
  tx: z
    .custom<string | ({ txHash: string } & Record<string, unknown>)>(
      (tx) => typeof readTransaction(tx)?.txHash === 'string',
      'must be a transaction with its txHash, as an object or as its JSON',
    )
    .transform((tx) => (typeof tx === 'string' ? tx : JSON.stringify(tx, writeBigint))),
  referrer: z.string().optional(),
})

export type IndexSingleTransactionParameters = z.input<typeof schema>

export type IndexSingleTransactionReturnType = MessageRecord

/**
 * Reports a transfer, a wrap or an unwrap on one chain.
 *
 * @param parameters - {@link IndexSingleTransactionParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function indexSingleTransaction(
  connection: Connection,
  parameters: IndexSingleTransactionParameters,
  options?: RequestOptions,
): Promise<IndexSingleTransactionReturnType> {
  const path = '/transactions/single'
  const body = readParameters(schema, parameters, `POST ${path}`)
  return connection.request(
    { method: 'POST', path, body, response: messageSchema, repeatable: true },
    options,
  )
}

function readTransaction(tx: unknown): Record<string, unknown> | undefined {
  return toRecord(typeof tx === 'string' ? parseJson(tx) : tx)
}

function writeBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
