export { type AppFee, type AppFeesParameters, type AppFeesReturnType, appFees } from './appFees.js'
export {
  type ApplySponsorshipParameters,
  type ApplySponsorshipReturnType,
  applySponsorship,
  type SponsoredFee,
} from './applySponsorship.js'
export {
  type ClassifiedCurrency,
  type ClassifyTransactionParameters,
  classifyTransaction,
} from './classifyTransaction.js'
export { FeeInputError } from './errors.js'
export { type ExecutionFeeParameters, type ExecutionFeeReturnType, executionFee } from './executionFee.js'
export { type PlatformFeeParameters, type PlatformFeeReturnType, platformFee } from './platformFee.js'
export {
  type RevenueShareParameters,
  type RevenueShareRequirement,
  type RevenueShareReturnType,
  revenueShare,
} from './revenueShare.js'
export {
  flatExecutionFeeUsd,
  majors,
  platformFeeBps,
  revenueShareTiers,
  stablecoins,
  type TransactionType,
  venueActivationFeeUsd,
} from './schedule.js'
export { type SumFeesParameters, sumFees } from './sumFees.js'
export { type SwapFeeParameters, swapFee } from './swapFee.js'
