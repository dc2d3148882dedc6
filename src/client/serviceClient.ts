import type { ServiceProfile } from '../service/profile/types.js'
import type { Price, QuoteV2 } from '../service/resources/quote.js'
import type { PriceV3, QuoteV3 } from '../service/resources/quoteV3.js'
import type { Connection, RequestOptions } from './connection.js'
import type { WaitForRequestParameters, WaitForRequestReturnType } from './follow/waitForRequest.js'
import type { WatchRequestParameters, WatchRequestReturnType } from './follow/watchRequest.js'
import type { GetAttestationParameters, GetAttestationReturnType } from './operations/getAttestation.js'
import type { IterateRequestsParameters, IterateRequestsReturnType } from './operations/iterateRequests.js'
import type { GetPriceParameters, GetQuoteParameters } from './operations/quotes.js'
import type * as operations from './operations/table.js'
import type { executeSteps } from './steps/executeSteps.js'
import type { getVenueBalance } from './venue/getVenueBalance.js'
import type { getVenueSpotTokens } from './venue/getVenueSpotTokens.js'
import type { withdrawFromVenue } from './venue/withdrawFromVenue.js'

/** An operation without its connection parameter. */
type Bound<operation> = operation extends (connection: Connection, ...rest: infer rest) => infer result
  ? (...rest: rest) => result
  : never

export type BoundOperations = { [name in keyof typeof operations]: Bound<(typeof operations)[name]> }

export type QuoteVersion = 'v2' | 'v3'

type QuoteOf<version extends QuoteVersion> = { v2: QuoteV2; v3: QuoteV3 }[version]
type PriceOf<version extends QuoteVersion> = { v2: Price; v3: PriceV3 }[version]

/** A client that requests quotes of either version. */
export type AnyServiceClient = ServiceClient<QuoteVersion>

/**
 * Every operation of the service.
 *
 * - Checks parameters before anything is sent ({@link InvalidRequestError}), and answers on arrival
 *   ({@link InvalidResponseError}). Unknown fields are kept. Every other error is also a {@link ServiceError}.
 * - Units: amounts in the smallest unit, as decimal strings in answers, and as bigints or strings in parameters.
 * - Trust: answers are unverified reports of the service. `verifyAttestation` and a receiver contract check the solver's
 *   signature; `executeSteps` checks a quote against the caller's request.
 */
export interface ServiceClient<version extends QuoteVersion = 'v2'>
  extends Omit<BoundOperations, 'getQuote' | 'getPrice'> {
  /** See {@link BoundOperations}. The client's `quoteVersion` decides the form. */
  getQuote(parameters: GetQuoteParameters, options?: RequestOptions): Promise<QuoteOf<version>>
  /** See {@link BoundOperations}. The client's `quoteVersion` decides the form. */
  getPrice(parameters: GetPriceParameters, options?: RequestOptions): Promise<PriceOf<version>>

  /** The parties that the client trusts, and the URLs that it uses. */
  profile: ServiceProfile

  /**
   * Runs the steps of a quote with a viem wallet, after checking each step against the caller's own request.
   *
   * - Before anything is signed, compares origin chain, currency, amount, recipient, minimum, calls, refunds, depository, router
   *   and spender. The deposit's id must be the order's hash. The service's gas prices are not used.
   * - Never changes the quote. To resume a run, pass the `run` that `onProgress` received last.
   * - Units: amounts in the smallest unit.
   * - Warning: without `minimumAmountOut`, the service alone decides the minimum of an exact input.
   */
  executeSteps: Bound<typeof executeSteps>

  /** Waits until a request is over: success, refund, or a failure that no refund follows. */
  waitForRequest(parameters: WaitForRequestParameters): Promise<WaitForRequestReturnType>
  /** Yields each change of a request's status once, until the request is over. */
  watchRequest(parameters: WatchRequestParameters): WatchRequestReturnType
  /** Fetches the solver's signed attestation of a request (GET /requests/{requestId}/signature). Nothing is verified. */
  getAttestation<layout extends 'v1' | 'v2' = 'v1'>(
    parameters: GetAttestationParameters<layout>,
    options?: RequestOptions,
  ): Promise<GetAttestationReturnType<layout>>
  /** Lists requests through all pages, one record at a time. */
  iterateRequests(parameters?: IterateRequestsParameters, options?: RequestOptions): IterateRequestsReturnType

  /** Runs a quote that withdraws from the venue: two signatures, both checked against the request first. */
  withdrawFromVenue: Bound<typeof withdrawFromVenue>
  /** Reads the amount that a user can withdraw from the venue. */
  getVenueBalance: Bound<typeof getVenueBalance>
  /** Lists the venue's spot tokens. */
  getVenueSpotTokens: Bound<typeof getVenueSpotTokens>
}
