export { type HashPaymentParameters, hashPayment } from '../protocol/payment/hashPayment.js'
export type { Payment, PaymentInput } from '../protocol/payment/payment.js'
export { type AuthorizeFillParameters, authorizeFill } from './authorizeFill.js'
export { type AuthorizationResult, type AuthorizeManyParameters, authorizeMany } from './authorizeMany.js'
export type { ReceiverClient } from './call.js'
export { type ChooseRefundToParameters, chooseRefundTo } from './chooseRefundTo.js'
export {
  ContractOptionError,
  FillEvidenceError,
  FillRevertedError,
  InboxMismatchError,
  PaymentNotAuthorizedError,
  RefundToNeededError,
} from './errors.js'
export type {
  AttestedOrderEvidence,
  DirectFillEvidence,
  FillEvidence,
  InboxEvidence,
  RegisteredTermsEvidence,
  SignedOrderEvidence,
} from './evidence.js'
export type { FillFailure, PaymentFailure } from './facts/failures.js'
export { type FillParameters, fill } from './fill.js'
export {
  type FillAcceptedEvent,
  type FillAuthorizedEvent,
  type GetFillAcceptedEventsParameters,
  type GetFillAuthorizedEventsParameters,
  type GetPaymentReturnedEventsParameters,
  getFillAcceptedEvents,
  getFillAuthorizedEvents,
  getPaymentReturnedEvents,
  type PaymentReturnedEvent,
  type WatchFillAcceptedParameters,
  type WatchFillAuthorizedParameters,
  watchFillAccepted,
  watchFillAuthorized,
} from './fillEvents.js'
export { type FillproofActionsParameters, fillproofActions } from './fillproofActions.js'
export {
  type FindOrderPaymentParameters,
  type FindOrderPaymentReturnType,
  findOrderPayment,
} from './findOrderPayment.js'
export {
  type GetAuthorizationParameters,
  type GetAuthorizationReturnType,
  getAuthorization,
} from './getAuthorization.js'
export { type GetReceiverKindParameters, getReceiverKind, type ReceiverKind } from './getReceiverKind.js'
export {
  type GetRecipientStatusParameters,
  type GetRecipientStatusReturnType,
  getRecipientStatus,
} from './getRecipientStatus.js'
export { type GetRouteParameters, type GetRouteReturnType, getRoute } from './getRoute.js'
export {
  type GetSolverWindowParameters,
  type GetSolverWindowReturnType,
  getSolverWindow,
} from './getSolverWindow.js'
export { type GetTokenRangeParameters, type GetTokenRangeReturnType, getTokenRange } from './getTokenRange.js'
export { type ClaimParameters, claim } from './inbox/claim.js'
export { type ClaimManyParameters, type ClaimResult, claimMany } from './inbox/claimMany.js'
export { type FindInboxParameters, type FindInboxReturnType, findInbox } from './inbox/findInbox.js'
export { type GetInboxParameters, type GetInboxReturnType, getInbox } from './inbox/getInbox.js'
export {
  type InboxClaimedEvent,
  type InboxRefundedEvent,
  parseInboxClaimed,
  parseInboxRefunded,
} from './inbox/parseInboxEvents.js'
export { type RefundParameters, refund } from './inbox/refund.js'
export { type InspectFillParameters, type InspectFillReturnType, inspectFill } from './inspectFill.js'
export {
  type InspectPaymentParameters,
  type InspectPaymentReturnType,
  inspectPayment,
} from './inspectPayment.js'
export { type IsCallPaidParameters, isCallPaid } from './isCallPaid.js'
export { type IsPaidParameters, isPaid } from './isPaid.js'
export { isPaused } from './isPaused.js'
export { type IsPaymentMadeParameters, isPaymentMade } from './isPaymentMade.js'
export {
  type ParseEventsParameters,
  parseFillAccepted,
  parseFillAuthorized,
  parsePaymentReturned,
} from './parseFillEvents.js'
export { type PayAttestedParameters, payAttested } from './payAttested.js'
export { type PayAuthorizedParameters, payAuthorized } from './payAuthorized.js'
export type { AttestedPayment, PayerTerms, SignedPayment } from './paymentEvidence.js'
export { type PaySignedParameters, paySigned } from './paySigned.js'
export {
  type PauseParameters,
  type PolicyAction,
  pause,
  type RemoveRecipientParameters,
  type RevokeSolverParameters,
  removeRecipient,
  revokeSolver,
  type SetChainParameters,
  type SetPaidRecipientParameters,
  type SetRecipientParameters,
  type SetRecipientRootParameters,
  type SetReservedParameters,
  type SetRouteParameters,
  type SetRouterParameters,
  type SetSolverParameters,
  type SetTokenParameters,
  setChain,
  setPaidRecipient,
  setRecipient,
  setRecipientRoot,
  setReserved,
  setRoute,
  setRouter,
  setSolver,
  setToken,
  type UnpauseParameters,
  unpause,
} from './policyActions.js'
export {
  type PrepareAuthorizedCallErrorType,
  type PrepareAuthorizedCallParameters,
  type PrepareAuthorizedCallReturnType,
  prepareAuthorizedCall,
  type QuoteCall,
} from './prepareAuthorizedCall.js'
export {
  type SimulateAuthorizeFillParameters,
  type SimulateAuthorizeFillReturnType,
  simulateAuthorizeFill,
} from './simulateAuthorizeFill.js'
export {
  type SimulateFillParameters,
  type SimulateFillReturnType,
  simulateFill,
} from './simulateFill.js'
export {
  type SimulatePayAuthorizedParameters,
  type SimulatePayAuthorizedReturnType,
  simulatePayAuthorized,
} from './simulatePayAuthorized.js'
