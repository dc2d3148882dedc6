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

/** An operation without the connection that it goes through. */
type Bound<operation> = operation extends (connection: Connection, ...rest: infer rest) => infer result
  ? (...rest: rest) => result
  : never

export type BoundOperations = { [name in keyof typeof operations]: Bound<(typeof operations)[name]> }

export type QuoteVersion = 'v2' | 'v3'

type QuoteOf<version extends QuoteVersion> = { v2: QuoteV2; v3: QuoteV3 }[version]
type PriceOf<version extends QuoteVersion> = { v2: Price; v3: PriceV3 }[version]

/** A client that asks for quotes of either version. */
export type AnyServiceClient = ServiceClient<QuoteVersion>

/**
 * Every operation of the service.
 *
 * - Rule: parameters are checked before anything is sent ({@link InvalidRequestError}), answers when they
 *   come ({@link InvalidResponseError}); fields that are not known are kept. Every other error is a {@link ServiceError} too.
 * - Units: amounts in the smallest unit, decimal strings in answers, bigints or strings in parameters.
 * - Trust: answers are the service's word. `verifyAttestation` and a receiver contract check what the solver signed;
 *   `executeSteps` checks a quote against the caller's request.
 */
export interface ServiceClient<version extends QuoteVersion = 'v2'>
  extends Omit<BoundOperations, 'getQuote' | 'getPrice'> {
  /** See {@link BoundOperations}; its form is that of the client's `quoteVersion`. */
  getQuote(parameters: GetQuoteParameters, options?: RequestOptions): Promise<QuoteOf<version>>
  /** See {@link BoundOperations}; its form is that of the client's `quoteVersion`. */
  getPrice(parameters: GetPriceParameters, options?: RequestOptions): Promise<PriceOf<version>>

  /** Whom the client trusts, and where it sends. */
  profile: ServiceProfile

  /**
   * Runs the steps of a quote with a viem wallet, after it checked each against the caller's own request.
   *
   * - Rule: it compares origin chain, currency, amount, recipient, minimum, calls, refunds, depository, router and
   *   spender; the deposit's id is the order's hash; the service's gas prices are not used. All of it happens before
   *   anything is signed. Items that are done are marked `complete` in the quote, so that another run goes on.
   * - Units: amounts in the smallest unit.
   * - Warning: without `minimumAmountOut` the minimum of an exact input is the service's word.
   */
  executeSteps: Bound<typeof executeSteps>

  /** Waits until a request is over: success, refund, or a failure that no refund follows. */
  waitForRequest(parameters: WaitForRequestParameters): Promise<WaitForRequestReturnType>
  /** Yields each change of a request's status, once, until it is over. */
  watchRequest(parameters: WatchRequestParameters): WatchRequestReturnType
  /** Fetches what the solver signed for a request (GET /requests/{requestId}/signature). Nothing is verified. */
  getAttestation<layout extends 'v1' | 'v2' = 'v1'>(
    parameters: GetAttestationParameters<layout>,
    options?: RequestOptions,
  ): Promise<GetAttestationReturnType<layout>>
  /** Lists requests through all pages, one record at a time. */
  iterateRequests(parameters?: IterateRequestsParameters, options?: RequestOptions): IterateRequestsReturnType

  /** Runs a quote that withdraws from the venue: two signatures, after both were checked against the request. */
  withdrawFromVenue: Bound<typeof withdrawFromVenue>
  /** Reads what a user can withdraw from the venue. */
  getVenueBalance: Bound<typeof getVenueBalance>
  /** Lists the venue's spot tokens. */
  getVenueSpotTokens: Bound<typeof getVenueSpotTokens>
}
