import { toRecord } from '../../base/values.js'
import { nameChains } from '../../service/profile/nameChains.js'
import { priceSchema, type Quote, quoteSchema } from '../../service/resources/quote.js'
import {
  type PriceRequest,
  priceRequestSchema,
  type QuoteRequest,
  quoteRequestSchema,
} from '../../service/resources/quoteRequest.js'
import { isAuthorizedCall } from '../../service/steps/readAuthorizedCall.js'
import { ServiceHttpError } from '../errors.js'
import { operation } from './operation.js'

/**
 * Asks for a quote: steps to run, fees, and the amount that arrives (POST /quote/v2).
 *
 * - Rule: the service checks a quote again when it fills it, and a stale one fails. Ask, then run it.
 * - Rule: its order knows the profile's chains, see `withEvmChains`.
 * - Units: amounts in the smallest unit, `slippageTolerance` and `appFees` in basis points.
 * - Trust: the answer is the service's word. Check its steps against your own request before you sign.
 */
export const getQuote = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'quote',
  parameters: quoteRequestSchema,
  answer: quoteSchema,
  repeatable: true,
  receive(answer, { profile }) {
    const quote = forgetProgress(answer)
    const v2 = quote.protocol?.v2
    if (v2?.orderData) v2.orderData = nameChains(profile, v2.orderData)
    return quote
  },
  recover(error) {
    throw explainSimulation(error)
  },
})

export type GetQuoteParameters = QuoteRequest

/**
 * Asks for a quote without steps, which is faster (POST /price).
 *
 * - Units: amounts in the smallest unit, `slippageTolerance` and `appFees` in basis points.
 */
export const getPrice = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'price',
  parameters: priceRequestSchema,
  answer: priceSchema,
  repeatable: true,
})

export type GetPriceParameters = PriceRequest

/** Clears the fields in which `executeSteps` keeps its progress: no step of a new quote was run. */
function forgetProgress(quote: Quote): Quote {
  const items: { status?: unknown; txHash?: unknown }[] = quote.steps.flatMap(({ items }) => items)
  for (const item of items) {
    if (item.status === 'complete') item.status = 'incomplete'
    delete item.txHash
  }
  return quote
}

/** Explains why the simulation of `payAuthorized` failed: before there is evidence it reverts unless it can return the money. */
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
