export type { Attestation } from '../attestation/types.js'
export { FillproofError } from '../errors/base.js'
export { RequestTimeoutError } from '../errors/follow.js'
export { OrderFieldError } from '../errors/order.js'
export {
  CallNotPaidError,
  DepositPendingError,
  PaymentReturnedError,
  ReceiverCallError,
} from '../errors/receiver.js'
export {
  ClientOptionError,
  InvalidRequestError,
  InvalidResponseError,
  ServiceAbortedError,
  ServiceError,
  type ServiceErrorKind,
  ServiceHttpError,
  ServiceNetworkError,
  ServiceRateLimitError,
  ServiceTimeoutError,
} from '../errors/service.js'
export {
  CallNotPayableError,
  type CallState,
  StepMismatchError,
  StepOptionError,
  StepTransactionError,
  UnverifiedStepError,
  WalletChainError,
} from '../errors/steps.js'
export { VenueAmountError, VenueCurrencyError, VenueRejectedError } from '../errors/venue.js'
export * from '../fees/index.js'
export { mockProfile } from '../profile/mockProfile.js'
export { relayProfile } from '../profile/relayProfile.js'
export type {
  RouterVersion,
  ServiceProfile,
  ServiceProfileChain,
  ServiceProfileRouter,
} from '../profile/types.js'
export * from '../resources/index.js'
export type { StepProgress, StepRequest, Unverifiable } from '../steps/types.js'
export { formatVenueCurrency } from '../venue/formatVenueCurrency.js'
export { parseVenueCurrency, type VenueCurrency } from '../venue/parseVenueCurrency.js'
export { formatVenueAmount, parseVenueAmount } from '../venue/venueAmount.js'
export type { RequestOptions } from './connection.js'
export type { ConnectionOptions, RateLimitOptions, RetryOptions } from './createConnection.js'
export { type CreateServiceClientParameters, createServiceClient } from './createServiceClient.js'
export { type FollowParameters, followDefaults } from './follow/followParameters.js'
export type { FinalStatusRecord, WaitForRequestParameters } from './follow/waitForRequest.js'
export type { WatchRequestParameters } from './follow/watchRequest.js'
export type { AuthorizeParameters } from './operations/authorize.js'
export type { ClaimAppFeesParameters } from './operations/claimAppFees.js'
export type { ExecuteParameters } from './operations/execute.js'
export type { FastFillParameters } from './operations/fastFill.js'
export type { GetAppFeeBalancesParameters } from './operations/getAppFeeBalances.js'
export type { GetAttestationParameters, GetAttestationReturnType } from './operations/getAttestation.js'
export type { GetChainsParameters } from './operations/getChains.js'
export type { GetConfigParameters } from './operations/getConfig.js'
export type { GetCurrenciesParameters } from './operations/getCurrencies.js'
export type { GetLiquidityParameters } from './operations/getLiquidity.js'
export type { GetPriceParameters } from './operations/getPrice.js'
export type { GetQuoteParameters } from './operations/getQuote.js'
export type { GetRequestsParameters } from './operations/getRequests.js'
export type { GetRequestsV2Parameters } from './operations/getRequestsV2.js'
export type { GetStatusParameters } from './operations/getStatus.js'
export type { GetSwapSourcesParameters } from './operations/getSwapSources.js'
export type { GetTokenPriceParameters } from './operations/getTokenPrice.js'
export type { GetUsageParameters } from './operations/getUsage.js'
export type { IndexSingleTransactionParameters } from './operations/indexSingleTransaction.js'
export type { IndexTransactionParameters } from './operations/indexTransaction.js'
export type { IterateRequestsParameters } from './operations/iterateRequests.js'
export type { ReindexDepositAddressParameters } from './operations/reindexDepositAddress.js'
export type { SubmitPermitParameters } from './operations/submitPermit.js'
export { payReceiver } from './receiver/payReceiver.js'
export {
  type ReceiverCall,
  readCallEvidence,
  readCallPayment,
  readReceiverCall,
} from './receiver/receiverCall.js'
export type {
  NewReceiverCall,
  PayReceiverClients,
  PayReceiverParameters,
  PayReceiverProgress,
  PayReceiverReturnType,
} from './receiver/types.js'
export type { ServiceClient } from './serviceClient.js'
export type { ExecuteStepsParameters, ExecuteStepsReturnType } from './steps/executeSteps.js'
export type { GetVenueBalanceParameters, GetVenueBalanceReturnType } from './venue/getVenueBalance.js'
export type { VenueSpotToken } from './venue/getVenueSpotTokens.js'
export type {
  VenueWithdrawalProgress,
  WithdrawFromVenueParameters,
  WithdrawFromVenueReturnType,
} from './venue/withdrawFromVenue.js'
