// The service's answers and parameters: types, and the lists of known values. The schemas are not exported.
export type { AppFeeBalances, AppFeeClaim, AppFeeClaims } from './appFees.js'
export type { AttestationRecord } from './attestationRecord.js'
export type {
  ChainList,
  ChainRecord,
  ChainsHealth,
  LiquidityList,
  PriceRates,
  SwapSourceList,
  TokenPrice,
} from './chain.js'
export {
  type FailReason,
  type FeeComponent,
  failReasons,
  feeComponents,
  type QuoteErrorCode,
  quoteErrorCodes,
  type RefundFailReason,
  refundFailReasons,
  retryableQuoteErrorCodes,
} from './codes.js'
export { type ConfigCurrency, type ConfigRecord, configCurrencies } from './config.js'
export { type AmountRecord, type Currency, type ListedCurrency, vmTypes } from './currency.js'
export type {
  AccessToken,
  ExecutionRecord,
  MessageRecord,
  PermitResult,
  PermitResultV2,
  SimulationFailure,
} from './execution.js'
export type { DepositAddressHistory, DepositAddressRecord, ReindexResult } from './indexing.js'
export type {
  DeprecatedFees,
  FeeSponsorship,
  Price,
  PriceImpact,
  QuoteDetails,
  QuoteProtocol,
  QuoteV2,
} from './quote.js'
export {
  type PriceRequest,
  type QuoteRequest,
  type TradeType,
  tradeTypes,
} from './quoteRequest.js'
export type { PriceV3, Quote, QuoteV3, StepV3 } from './quoteV3.js'
export {
  type FeeBreakdown,
  type RequestFeature,
  type RequestPage,
  type RequestRecord,
  type RequestType,
  requestFeatures,
  requestTypes,
  type TransactionRecord,
} from './requestRecord.js'
export type { ListedFees, RequestPageV2, RequestRecordV2 } from './requestRecordV2.js'
export { otherStatuses, type RequestStatus, requestStatuses } from './requestStatus.js'
export type {
  LegacyStatusRecord,
  StatusEvent,
  StatusRecord,
} from './status.js'
export type { SignatureData, Step, StepItem, TransactionData, VenueTransferData } from './step.js'
export { type UsageReport, usageGranularities } from './usage.js'
