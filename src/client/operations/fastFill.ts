import type * as z from 'zod'
import { type MessageRecord, messageSchema } from '../../service/resources/execution.js'
import { amountParameter, decimalParameter, requestIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  requestId: requestIdParameter,
  /** What the solver gets on the origin chain, smallest unit. */
  solverInputCurrencyAmount: amountParameter.optional(),
  /** USD. */
  maxFillAmountUsd: decimalParameter.transform(Number).optional(),
})

export type FastFillParameters = z.input<typeof schema>

export type FastFillReturnType = MessageRecord

/**
 * Has the destination chain filled before the deposit is final, at the sponsor's risk.
 *
 * - Rule: needs an API key. Is never sent twice on its own.
 *
 * @param parameters - {@link FastFillParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function fastFill(
  connection: Connection,
  parameters: FastFillParameters,
  options?: RequestOptions,
): Promise<FastFillReturnType> {
  const path = '/fast-fill'
  const body = readParameters(schema, parameters, `POST ${path}`)
  return connection.request({ method: 'POST', path, body, response: messageSchema }, options)
}
