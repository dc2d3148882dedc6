export { type HashPaymentParameters, hashPayment } from '../protocol/payment/hashPayment.js'
export type { Payment, PaymentInput } from '../protocol/payment/payment.js'
export { type AuthorizeFillParameters, authorizeFill } from './authorizeFill.js'
export type { ReceiverClient } from './call.js'
export { type ChooseRefundToParameters, chooseRefundTo } from './chooseRefundTo.js'
export {
  FillEvidenceError,
  FillRevertedError,
  PaymentNotAuthorizedError,
  RefundToNeededError,
} from './errors.js'
export type {
  AttestedOrderEvidence,
  DirectFillEvidence,
  FillEvidence,
  RegisteredTermsEvidence,
  SignedOrderEvidence,
} from './evidence.js'
export { type FillParameters, fill } from './fill.js'
export type {
  FillAcceptedEvent,
  FillAuthorizedEvent,
  ParseEventsParameters,
  PaymentReturnedEvent,
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
export { type GetFillAcceptedEventsParameters, getFillAcceptedEvents } from './getFillAcceptedEvents.js'
export { type GetFillAuthorizedEventsParameters, getFillAuthorizedEvents } from './getFillAuthorizedEvents.js'
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
export { type InspectFillParameters, type InspectFillReturnType, inspectFill } from './inspectFill.js'
export type { FillFailure, PaymentFailure } from './inspection/failures.js'
export {
  type InspectPaymentParameters,
  type InspectPaymentReturnType,
  inspectPayment,
} from './inspectPayment.js'
export { type IsCallPaidParameters, isCallPaid } from './isCallPaid.js'
export { type IsPaidParameters, isPaid } from './isPaid.js'
export { isPaused } from './isPaused.js'
export { type IsPaymentMadeParameters, isPaymentMade } from './isPaymentMade.js'
export { parseFillAccepted } from './parseFillAccepted.js'
export { parseFillAuthorized } from './parseFillAuthorized.js'
export { parsePaymentReturned } from './parsePaymentReturned.js'
export { type PauseParameters, pause } from './pause.js'
export { type PayAttestedParameters, payAttested } from './payAttested.js'
export { type PayAuthorizedParameters, payAuthorized } from './payAuthorized.js'
export type { AttestedPayment, PayerTerms, SignedPayment } from './paymentEvidence.js'
export { type PaySignedParameters, paySigned } from './paySigned.js'
export {
  type PrepareAuthorizedCallErrorType,
  type PrepareAuthorizedCallParameters,
  type PrepareAuthorizedCallReturnType,
  prepareAuthorizedCall,
  type QuoteCall,
} from './prepareAuthorizedCall.js'
export { type RemoveRecipientParameters, removeRecipient } from './removeRecipient.js'
export { type RevokeSolverParameters, revokeSolver } from './revokeSolver.js'
export { type SetChainParameters, setChain } from './setChain.js'
export { type SetPaidRecipientParameters, setPaidRecipient } from './setPaidRecipient.js'
export { type SetRecipientParameters, setRecipient } from './setRecipient.js'
export { type SetRecipientRootParameters, setRecipientRoot } from './setRecipientRoot.js'
export { type SetReservedParameters, setReserved } from './setReserved.js'
export { type SetRouteParameters, setRoute } from './setRoute.js'
export { type SetRouterParameters, setRouter } from './setRouter.js'
export { type SetSolverParameters, setSolver } from './setSolver.js'
export { type SetTokenParameters, setToken } from './setToken.js'
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
export { type UnpauseParameters, unpause } from './unpause.js'
export { type WatchFillAcceptedParameters, watchFillAccepted } from './watchFillAccepted.js'
export { type WatchFillAuthorizedParameters, watchFillAuthorized } from './watchFillAuthorized.js'
