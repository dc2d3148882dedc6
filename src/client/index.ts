export { FillproofError } from '../base/FillproofError.js'
export type { Attestation } from '../protocol/attestation/types.js'
export { OrderFieldError, UnknownChainError } from '../protocol/order/errors.js'
export * from '../service/fees/index.js'
export { mockProfile } from '../service/profile/mockProfile.js'
export { relayProfile } from '../service/profile/relayProfile.js'
export { relayTestnetProfile } from '../service/profile/relayTestnetProfile.js'
export type {
  RouterVersion,
  ServiceProfile,
  ServiceProfileChain,
  ServiceProfileRouter,
} from '../service/profile/types.js'
export * from '../service/resources/index.js'
export {
  CallNotPayableError,
  type CallState,
  StatusMismatchError,
  StepMismatchError,
  StepOptionError,
  StepTransactionError,
  UnverifiedStepError,
  WalletChainError,
} from '../service/steps/errors.js'
export type { StepProgress, StepRequest, Unverifiable } from '../service/steps/types.js'
export { VenueAmountError, VenueCurrencyError, VenueRejectedError } from '../service/venue/errors.js'
export { formatVenueCurrency } from '../service/venue/formatVenueCurrency.js'
export { parseVenueCurrency, type VenueCurrency } from '../service/venue/parseVenueCurrency.js'
export { formatVenueAmount, parseVenueAmount } from '../service/venue/venueAmount.js'
export type { RequestOptions } from './connection.js'
export type { ConnectionOptions, RateLimitOptions, RetryOptions } from './createConnection.js'
export { type CreateServiceClientParameters, createServiceClient } from './createServiceClient.js'
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
  ServiceRetiredError,
  ServiceTimeoutError,
} from './errors.js'
export { type ExtendProfileParameters, extendProfile } from './extendProfile.js'
export { RequestTimeoutError } from './follow/errors.js'
export { type FollowParameters, followDefaults } from './follow/followParameters.js'
export type { FinalStatusRecord, WaitForRequestParameters } from './follow/waitForRequest.js'
export type { WatchRequestParameters } from './follow/watchRequest.js'
export type { AuthorizeParameters } from './operations/authorize.js'
export type { ClaimAppFeesParameters } from './operations/claimAppFees.js'
export type { ExecuteParameters } from './operations/execute.js'
export type { FastFillParameters } from './operations/fastFill.js'
export type { GetAppFeeBalancesParameters } from './operations/getAppFeeBalances.js'
export type { GetAppFeeClaimsParameters } from './operations/getAppFeeClaims.js'
export type { GetAttestationParameters, GetAttestationReturnType } from './operations/getAttestation.js'
export type { GetChainsParameters } from './operations/getChains.js'
export type { GetChainsHealthParameters } from './operations/getChainsHealth.js'
export type { GetConfigParameters } from './operations/getConfig.js'
export type { GetCurrenciesParameters } from './operations/getCurrencies.js'
export type { GetDepositAddressParameters } from './operations/getDepositAddress.js'
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
export {
  CallNotPaidError,
  DepositPendingError,
  DepositUnknownError,
  PaymentReturnedError,
  ReceiverCallError,
} from './receiver/errors.js'
export { payReceiver } from './receiver/payReceiver.js'
export {
  type ReceiverCall,
  readCallEvidence,
  readCallPayment,
  readReceiverCall,
} from './receiver/receiverCall.js'
export type {
  KeptReceiverCall,
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
