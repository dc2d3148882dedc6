import { toRecord } from '../../base/values.js'
import { nameChains } from '../../service/profile/nameChains.js'
import { type Quote, quoteSchema } from '../../service/resources/quote.js'
import { type QuoteRequest, quoteRequestSchema } from '../../service/resources/quoteRequest.js'
import { isAuthorizedCall } from '../../service/steps/readAuthorizedCall.js'
import type { Connection, RequestOptions } from '../connection.js'
import { ServiceHttpError } from '../errors.js'
import { readParameters } from '../validate.js'

export type GetQuoteParameters = QuoteRequest

export type GetQuoteReturnType = Quote

/**
 * Asks for a quote: steps to run, fees, and what arrives.
 *
 * - Rule: a quote is looked at again when it is filled, and a stale one fails. Ask, then run it.
 * - Rule: its order knows the profile's chains, see `withEvmChains`.
 * - Units: amounts in the smallest unit, `slippageTolerance` and `appFees` in basis points.
 * - Trust: the answer is the service's word. Check its steps against your own request before you sign.
 *
 * @param parameters - {@link GetQuoteParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getQuote(
  connection: Connection,
  parameters: GetQuoteParameters,
  options?: RequestOptions,
): Promise<GetQuoteReturnType> {
  const path = '/quote/v2'
  const body = readParameters(quoteRequestSchema, parameters, `POST ${path}`)
  const request = { method: 'POST', path, body, response: quoteSchema, repeatable: true } as const
  try {
    const quote = forgetProgress(await connection.request(request, options))
    const v2 = quote.protocol?.v2
    if (v2?.orderData) v2.orderData = nameChains(connection.profile, v2.orderData)
    return quote
  } catch (error) {
    throw explainSimulation(error)
  }
}

/** Of a new quote nothing is done: `executeSteps` keeps its progress in these fields. */
function forgetProgress(quote: Quote): Quote {
  const items: { status?: unknown; txHash?: unknown }[] = quote.steps.flatMap(({ items }) => items)
  for (const item of items) {
    if (item.status === 'complete') item.status = 'incomplete'
    delete item.txHash
  }
  return quote
}

/** A service that simulates calls before there is evidence finds that `payAuthorized` reverts, unless it can return the money. */
function explainSimulation(error: unknown): unknown {
  if (!(error instanceof ServiceHttpError)) return error
  const failedCall = toRecord(toRecord(error.body)?.failedCallData)
  if (!isAuthorizedCall(failedCall?.data)) return error
  return new ServiceHttpError({
    ...error,
    metaMessages: [
      'The service simulated the call of payAuthorized, which cannot be authorized before there is a quote.',
      'Name a refundTo in the payment: then the receiver returns the money there, and the simulation goes through.',
      'If it has one, ask the receiver why: simulatePayAuthorized returns its error.',
    ],
  })
}
