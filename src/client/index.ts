export { FillproofError } from '../base/FillproofError.js'
export type { Attestation } from '../protocol/attestation/types.js'
export { OrderFieldError, UnknownChainError } from '../protocol/order/errors.js'
export * from '../service/fees/index.js'
export { mockProfile } from '../service/profile/mockProfile.js'
export type { ServiceOperation } from '../service/profile/operations.js'
export { relayProfile } from '../service/profile/relayProfile.js'
export { relayTestnetProfile } from '../service/profile/relayTestnetProfile.js'
export type {
  RouterCapabilities,
  ServiceProfile,
  ServiceProfileChain,
  ServiceProfileRouter,
} from '../service/profile/types.js'
export * from '../service/resources/index.js'
export {
  CallNotPayableError,
  type CallState,
  StatusMismatchError,
  StepFundsError,
  StepMismatchError,
  StepOptionError,
  StepPendingError,
  StepPromptError,
  StepTransactionError,
  SweepRouterError,
  UnknownRouterError,
  UnverifiedStepError,
  WalletChainError,
} from '../service/steps/errors.js'
export type { StepProgress, StepRequest, Unverifiable } from '../service/steps/types.js'
export { VenueAmountError, VenueCurrencyError, VenueRejectedError } from '../service/venue/errors.js'
export { formatVenueCurrency } from '../service/venue/formatVenueCurrency.js'
export { parseVenueCurrency, type VenueCurrency } from '../service/venue/parseVenueCurrency.js'
export { formatVenueAmount, parseVenueAmount } from '../service/venue/venueAmount.js'
export type { RequestOptions } from './connection.js'
export type {
  ConnectionOptions,
  RateLimits,
  RetirementNotice,
  RetryOptions,
} from './createConnection.js'
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
export {
  InboxCallError,
  InboxNotFilledError,
  InboxNotPayableError,
  InboxPaymentUnknownError,
  InboxRefundedError,
  InboxWaitingError,
} from './inbox/errors.js'
export { type InboxCall, readInboxCall, readInboxEvidence } from './inbox/inboxCall.js'
export type {
  InboxClaim,
  KeptInboxCall,
  NewInboxCall,
  PayInboxClients,
  PayInboxParameters,
  PayInboxProgress,
  PayInboxReturnType,
} from './inbox/types.js'
export type {
  ClaimAppFeesParameters,
  GetAppFeeBalancesParameters,
  GetAppFeeClaimsParameters,
  GetUsageParameters,
} from './operations/appFees.js'
export type {
  GetChainsHealthParameters,
  GetChainsParameters,
  GetConfigParameters,
  GetCurrenciesParameters,
  GetLiquidityParameters,
  GetSwapSourcesParameters,
  GetTokenPriceParameters,
} from './operations/chains.js'
export type {
  DisableDepositAddressParameters,
  GetDepositAddressParameters,
  GetDepositAddressV2Parameters,
  ReindexDepositAddressParameters,
} from './operations/depositAddresses.js'
export type {
  AuthorizeParameters,
  ExecuteParameters,
  FastFillParameters,
  IndexSingleTransactionParameters,
  IndexTransactionParameters,
  SubmitPermitParameters,
  SubmitPermitV2Parameters,
} from './operations/execution.js'
export type { GetAttestationParameters, GetAttestationReturnType } from './operations/getAttestation.js'
export type { IterateRequestsParameters } from './operations/iterateRequests.js'
export type { GetPriceParameters, GetQuoteParameters } from './operations/quotes.js'
export type {
  GetRequestsParameters,
  GetRequestsV2Parameters,
  GetStatusParameters,
} from './operations/requests.js'
export {
  CallFilledEarlyError,
  CallNotPaidError,
  CallPaymentUnknownError,
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
export type { AnyServiceClient, QuoteVersion, ServiceClient } from './serviceClient.js'
export type { ExecuteStepsParameters, ExecuteStepsReturnType } from './steps/executeSteps.js'
export type { GetVenueBalanceParameters, GetVenueBalanceReturnType } from './venue/getVenueBalance.js'
export type { VenueSpotToken } from './venue/getVenueSpotTokens.js'
export type {
  VenueWithdrawalProgress,
  WithdrawFromVenueParameters,
  WithdrawFromVenueReturnType,
} from './venue/withdrawFromVenue.js'
