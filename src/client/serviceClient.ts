import type { ServiceProfile } from '../service/profile/types.js'
import type { Connection, RequestOptions } from './connection.js'
import type { WaitForRequestParameters, WaitForRequestReturnType } from './follow/waitForRequest.js'
import type { WatchRequestParameters, WatchRequestReturnType } from './follow/watchRequest.js'
import type { authorize } from './operations/authorize.js'
import type { claimAppFees } from './operations/claimAppFees.js'
import type { execute } from './operations/execute.js'
import type { fastFill } from './operations/fastFill.js'
import type { getAppFeeBalances } from './operations/getAppFeeBalances.js'
import type { getAppFeeClaims } from './operations/getAppFeeClaims.js'
import type { GetAttestationParameters, GetAttestationReturnType } from './operations/getAttestation.js'
import type { getChains } from './operations/getChains.js'
import type { getChainsHealth } from './operations/getChainsHealth.js'
import type { getConfig } from './operations/getConfig.js'
import type { getCurrencies } from './operations/getCurrencies.js'
import type { getDepositAddress } from './operations/getDepositAddress.js'
import type { getLiquidity } from './operations/getLiquidity.js'
import type { getPrice } from './operations/getPrice.js'
import type { getPriceRates } from './operations/getPriceRates.js'
import type { getQuote } from './operations/getQuote.js'
import type { getRequests } from './operations/getRequests.js'
import type { getRequestsV2 } from './operations/getRequestsV2.js'
import type { getStatus } from './operations/getStatus.js'
import type { getStatusLegacy } from './operations/getStatusLegacy.js'
import type { getSwapSources } from './operations/getSwapSources.js'
import type { getTokenPrice } from './operations/getTokenPrice.js'
import type { getUsage } from './operations/getUsage.js'
import type { indexSingleTransaction } from './operations/indexSingleTransaction.js'
import type { indexTransaction } from './operations/indexTransaction.js'
import type { IterateRequestsParameters, IterateRequestsReturnType } from './operations/iterateRequests.js'
import type { reindexDepositAddress } from './operations/reindexDepositAddress.js'
import type { submitPermit } from './operations/submitPermit.js'
import type { executeSteps } from './steps/executeSteps.js'
import type { getVenueBalance } from './venue/getVenueBalance.js'
import type { getVenueSpotTokens } from './venue/getVenueSpotTokens.js'
import type { withdrawFromVenue } from './venue/withdrawFromVenue.js'

/** An operation without the connection that it goes through. */
type Bound<operation> = operation extends (connection: Connection, ...rest: infer rest) => infer result
  ? (...rest: rest) => result
  : never

/**
 * Every operation of the service.
 *
 * - Rule: parameters are checked before anything is sent ({@link InvalidRequestError}), answers when they
 *   come ({@link InvalidResponseError}); fields that are not known are kept. Every other error is a {@link ServiceError} too.
 * - Units: amounts in the smallest unit, decimal strings in answers, bigints or strings in parameters.
 * - Trust: answers are the service's word. `verifyAttestation` and a receiver contract check what the solver signed;
 *   `executeSteps` checks a quote against the caller's request.
 */
export type ServiceClient = {
  /** Whom the client trusts, and where it sends. */
  profile: ServiceProfile

  /** Asks for a quote (POST /quote/v2): steps to run, fees, and what arrives. */
  getQuote: Bound<typeof getQuote>
  /** Asks for a quote without steps (POST /price), which is faster. */
  getPrice: Bound<typeof getPrice>
  /**
   * Runs the steps of a quote with a viem wallet, after each was checked against the caller's own request.
   *
   * - Rule: origin chain, currency, amount, recipient, minimum, calls, refunds, depository, router and spender are
   *   compared; the deposit's id is the order's hash; the service's gas prices are not used. All of it happens before
   *   anything is signed. Items that are done are marked `complete` in the quote, so that another run goes on.
   * - Units: amounts in the smallest unit.
   * - Warning: without `minimumAmountOut` the minimum of an exact input is the service's word.
   */
  executeSteps: Bound<typeof executeSteps>

  /** Reads where a request stands (GET /intents/status/v3). */
  getStatus: Bound<typeof getStatus>
  /** @deprecated Reads the older status path, which has other words; use `getStatus`. */
  getStatusLegacy: Bound<typeof getStatusLegacy>
  /** Waits until a request is over: success, refund, or a failure that no refund follows. */
  waitForRequest(parameters: WaitForRequestParameters): Promise<WaitForRequestReturnType>
  /** Yields each change of a request's status, once, until it is over. */
  watchRequest(parameters: WatchRequestParameters): WatchRequestReturnType
  /** Fetches what the solver signed of a request (GET /requests/{requestId}/signature). Nothing is verified. */
  getAttestation<layout extends 'v1' | 'v2' = 'v1'>(
    parameters: GetAttestationParameters<layout>,
    options?: RequestOptions,
  ): Promise<GetAttestationReturnType<layout>>

  /** Lists requests, one page at a time (GET /requests/v3). Needs an API key. */
  getRequests: Bound<typeof getRequests>
  /** @deprecated Lists requests in the older form (GET /requests/v2), until 2026-11-24; use `getRequests`. */
  getRequestsV2: Bound<typeof getRequestsV2>
  /** Lists requests through all pages, one record at a time. */
  iterateRequests<version extends 'v3' | 'v2' = 'v3'>(
    parameters?: IterateRequestsParameters<version>,
    options?: RequestOptions,
  ): IterateRequestsReturnType<version>

  /** @deprecated Reads limits of a chain pair (GET /config/v2); use `getQuote`. */
  getConfig: Bound<typeof getConfig>
  /** Lists the chains (GET /chains). */
  getChains: Bound<typeof getChains>
  /** Asks whether the service follows its chains (GET /chains/health). */
  getChainsHealth: Bound<typeof getChainsHealth>
  /** Lists what the solver holds on a chain (GET /chains/liquidity). */
  getLiquidity: Bound<typeof getLiquidity>
  /** Lists currencies (POST /currencies/v2). */
  getCurrencies: Bound<typeof getCurrencies>
  /** Reads a token's price in USD (GET /currencies/token/price). */
  getTokenPrice: Bound<typeof getTokenPrice>
  /** Reads the prices of native currencies in USD (GET /prices/rates). */
  getPriceRates: Bound<typeof getPriceRates>
  /** Lists the swap sources that a quote can include or exclude (GET /swap-sources). */
  getSwapSources: Bound<typeof getSwapSources>

  /** Has the service send calls for the user (POST /execute). Needs an API key. */
  execute: Bound<typeof execute>
  /** Hands in the signature of a permit (POST /execute/permits). */
  submitPermit: Bound<typeof submitPermit>
  /** Hands in the signature of a nonce mapping (POST /authorize). */
  authorize: Bound<typeof authorize>
  /** Has the service look at a transaction for deposits (POST /transactions/index). */
  indexTransaction: Bound<typeof indexTransaction>
  /** Has the service look at a transfer, wrap or unwrap on one chain (POST /transactions/single). */
  indexSingleTransaction: Bound<typeof indexSingleTransaction>
  /** Has the service look at a deposit address again (POST /transactions/deposit-address/reindex). */
  reindexDepositAddress: Bound<typeof reindexDepositAddress>
  /** Looks up a deposit address (GET /deposit-addresses/v1). Needs an API key. */
  getDepositAddress: Bound<typeof getDepositAddress>
  /** Speeds a request's fill up (POST /fast-fill). Needs an API key. */
  fastFill: Bound<typeof fastFill>

  /** Reads a wallet's app fees (GET /app-fees/{wallet}/balances). */
  getAppFeeBalances: Bound<typeof getAppFeeBalances>
  /** Lists a wallet's claims of app fees (GET /app-fees/{wallet}/claims). */
  getAppFeeClaims: Bound<typeof getAppFeeClaims>
  /** Asks for the steps that claim a wallet's app fees (POST /app-fees/{wallet}/claim). */
  claimAppFees: Bound<typeof claimAppFees>
  /** Reads how often the key was used (GET /metrics/usage). Needs an API key. */
  getUsage: Bound<typeof getUsage>

  /** Runs a quote that withdraws from the venue: two signatures, after both were checked against the request. */
  withdrawFromVenue: Bound<typeof withdrawFromVenue>
  /** Reads what a user can withdraw from the venue. */
  getVenueBalance: Bound<typeof getVenueBalance>
  /** Lists the venue's spot tokens. */
  getVenueSpotTokens: Bound<typeof getVenueSpotTokens>
}
