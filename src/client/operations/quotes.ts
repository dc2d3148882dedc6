import { toRecord } from '../../base/values.js'
import { type Price, priceSchema, quoteSchema } from '../../service/resources/quote.js'
import {
  type PriceRequest,
  priceRequestSchema,
  type QuoteRequest,
  quoteRequestSchema,
} from '../../service/resources/quoteRequest.js'
import { type PriceV3, priceV3Schema, type Quote, quoteV3Schema } from '../../service/resources/quoteV3.js'
import { isAuthorizedCall } from '../../service/steps/readAuthorizedCall.js'
import type { Connection, RequestOptions } from '../connection.js'
import { ServiceHttpError, ServiceRetiredError } from '../errors.js'
import { operation } from './operation.js'

const quoteV2 = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'quote',
  parameters: quoteRequestSchema,
  answer: quoteSchema,
  repeatable: true,
  recover(error) {
    throw sayHowToAsk(explainSimulation(error))
  },
})

const quoteV3 = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'quoteV3',
  parameters: quoteRequestSchema,
  answer: quoteV3Schema,
  repeatable: true,
  recover(error) {
    throw explainSimulation(error)
  },
})

/**
 * Requests a quote: steps to run, fees, and the amount that arrives (POST /quote/v2, or /quote/v3 if the client's `quoteVersion`
 * is `v3`).
 *
 * - The service checks a quote again when it fills it, and a stale quote fails. Run a quote soon after you request it.
 * - Units: amounts in the smallest unit, `slippageTolerance` and `appFees` in basis points.
 * - Trust: the service's answer is unverified. Check its steps against your own request before you sign.
 *
 * Returns the quote as the service sent it: steps of version 3 have no items. `executeSteps` accepts both versions.
 */
export const getQuote = (
  connection: Connection,
  parameters: GetQuoteParameters,
  options?: RequestOptions,
): Promise<Quote> => (asksForV3(connection) ? quoteV3 : quoteV2)(connection, parameters, options)

export type GetQuoteParameters = QuoteRequest

const priceV2 = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'price',
  parameters: priceRequestSchema,
  answer: priceSchema,
  repeatable: true,
  recover(error) {
    throw sayHowToAsk(error)
  },
})

const priceV3 = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'quoteV3',
  parameters: priceRequestSchema.transform((request) => ({ ...request, indicativeQuote: true })),
  answer: priceV3Schema,
  repeatable: true,
})

/**
 * Requests a quote without steps, which is faster (POST /price). With `quoteVersion: 'v3'` it is POST /quote/v3 with
 * `indicativeQuote`. That this replaces /price is inferred, not confirmed.
 *
 * - Units: amounts in the smallest unit, `slippageTolerance` and `appFees` in basis points.
 */
export const getPrice = (
  connection: Connection,
  parameters: GetPriceParameters,
  options?: RequestOptions,
): Promise<Price | PriceV3> => (asksForV3(connection) ? priceV3 : priceV2)(connection, parameters, options)

export type GetPriceParameters = PriceRequest

function asksForV3({ profile }: Connection): boolean {
  return profile.quoteVersion === 'v3'
}

/** Adds a hint if version 2 has ended: how to make this client request version 3. */
function sayHowToAsk(error: unknown): unknown {
  if (!(error instanceof ServiceRetiredError)) return error
  const hint = "Create the client with quoteVersion: 'v3', and an apiKey or an accessToken."
  return new ServiceRetiredError({ ...error, hint })
}

/**
 * Explains a failed simulation of `payAuthorized`. Before there is a quote, no evidence can authorize the call, so it reverts
 * unless the payment has a `refundTo`.
 */
function explainSimulation(error: unknown): unknown {
  if (!(error instanceof ServiceHttpError)) return error
  const failedCall = toRecord(toRecord(error.body)?.failedCallData)
  if (!isAuthorizedCall(failedCall?.data)) return error
  return new ServiceHttpError({
    ...error,
    metaMessages: [
      'The service simulated the call of payAuthorized, which cannot be authorized before there is a quote.',
      'Set refundTo in the payment: then the receiver returns the money there, and the simulation succeeds.',
      'If the payment has a refundTo, simulatePayAuthorized shows why the receiver reverts.',
    ],
  })
}
