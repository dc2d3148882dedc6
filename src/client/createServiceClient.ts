import { type ConnectionOptions, createConnection } from './createConnection.js'
import { waitForRequest } from './follow/waitForRequest.js'
import { watchRequest } from './follow/watchRequest.js'
import { authorize } from './operations/authorize.js'
import { claimAppFees } from './operations/claimAppFees.js'
import { execute } from './operations/execute.js'
import { fastFill } from './operations/fastFill.js'
import { getAppFeeBalances } from './operations/getAppFeeBalances.js'
import { getAppFeeClaims } from './operations/getAppFeeClaims.js'
import { getAttestation } from './operations/getAttestation.js'
import { getChains } from './operations/getChains.js'
import { getChainsHealth } from './operations/getChainsHealth.js'
import { getConfig } from './operations/getConfig.js'
import { getCurrencies } from './operations/getCurrencies.js'
import { getDepositAddress } from './operations/getDepositAddress.js'
import { getLiquidity } from './operations/getLiquidity.js'
import { getPrice } from './operations/getPrice.js'
import { getPriceRates } from './operations/getPriceRates.js'
import { getQuote } from './operations/getQuote.js'
import { getRequests } from './operations/getRequests.js'
import { getRequestsV2 } from './operations/getRequestsV2.js'
import { getStatus } from './operations/getStatus.js'
import { getStatusLegacy } from './operations/getStatusLegacy.js'
import { getSwapSources } from './operations/getSwapSources.js'
import { getTokenPrice } from './operations/getTokenPrice.js'
import { getUsage } from './operations/getUsage.js'
import { indexSingleTransaction } from './operations/indexSingleTransaction.js'
import { indexTransaction } from './operations/indexTransaction.js'
import { iterateRequests } from './operations/iterateRequests.js'
import { reindexDepositAddress } from './operations/reindexDepositAddress.js'
import { submitPermit } from './operations/submitPermit.js'
import type { ServiceClient } from './serviceClient.js'
import { executeSteps } from './steps/executeSteps.js'
import { getVenueBalance } from './venue/getVenueBalance.js'
import { getVenueSpotTokens } from './venue/getVenueSpotTokens.js'
import { withdrawFromVenue } from './venue/withdrawFromVenue.js'

export type CreateServiceClientParameters = ConnectionOptions

/**
 * Creates a client of the service.
 *
 * - Rule: the profile gives the URLs and whom to trust; arguments win. Without any it is the public service. Nothing is
 *   sent before the first call.
 * - Units: times in milliseconds.
 * - Trust: the API key goes to the base URL alone, and no message shows it.
 *
 * @param parameters - {@link CreateServiceClientParameters}
 * @returns {@link ServiceClient}
 * @throws {@link ClientOptionError} when an option makes no sense.
 *
 * @example
 * import { createServiceClient } from 'fillproof/client'
 *
 * const client = createServiceClient({
 *   baseUrl: 'https://service.example',
 *   fetch: async () => Response.json({ status: 'success', txHashes: ['0x12'] }), // in place of the network
 * })
 * const requestId = '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a'
 *
 * client.getStatus({ requestId })
 * // { status: 'success', txHashes: ['0x12'] }
 */
export function createServiceClient(parameters: CreateServiceClientParameters = {}): ServiceClient {
  const connection = createConnection(parameters)
  const bind =
    <rest extends unknown[], result>(operation: (to: typeof connection, ...rest: rest) => result) =>
    (...rest: rest) =>
      operation(connection, ...rest)
  return {
    profile: connection.profile,
    getQuote: bind(getQuote),
    getPrice: bind(getPrice),
    executeSteps: bind(executeSteps),
    getStatus: bind(getStatus),
    getStatusLegacy: bind(getStatusLegacy),
    waitForRequest: bind(waitForRequest),
    watchRequest: bind(watchRequest),
    getAttestation: (parameters, options) => getAttestation(connection, parameters, options),
    getRequests: bind(getRequests),
    getRequestsV2: bind(getRequestsV2),
    iterateRequests: (parameters, options) => iterateRequests(connection, parameters, options),
    getConfig: bind(getConfig),
    getChains: bind(getChains),
    getChainsHealth: bind(getChainsHealth),
    getLiquidity: bind(getLiquidity),
    getCurrencies: bind(getCurrencies),
    getTokenPrice: bind(getTokenPrice),
    getPriceRates: bind(getPriceRates),
    getSwapSources: bind(getSwapSources),
    execute: bind(execute),
    submitPermit: bind(submitPermit),
    authorize: bind(authorize),
    indexTransaction: bind(indexTransaction),
    indexSingleTransaction: bind(indexSingleTransaction),
    reindexDepositAddress: bind(reindexDepositAddress),
    getDepositAddress: bind(getDepositAddress),
    fastFill: bind(fastFill),
    getAppFeeBalances: bind(getAppFeeBalances),
    getAppFeeClaims: bind(getAppFeeClaims),
    claimAppFees: bind(claimAppFees),
    getUsage: bind(getUsage),
    withdrawFromVenue: bind(withdrawFromVenue),
    getVenueBalance: bind(getVenueBalance),
    getVenueSpotTokens: bind(getVenueSpotTokens),
  }
}
