export { type HashPaymentParameters, hashPayment } from '../protocol/payment/hashPayment.js'
export type { Payment, PaymentInput } from '../protocol/payment/payment.js'
export type { ReceiverClient } from './call.js'
export { type ChooseRefundToParameters, chooseRefundTo } from './chooseRefundTo.js'
export * from './clientActions.js'
export * from './errors.js'
export type {
  AttestedOrderEvidence,
  DirectFillEvidence,
  FillEvidence,
  InboxEvidence,
  RegisteredTermsEvidence,
  SignedOrderEvidence,
} from './evidence.js'
export type { FillFailure, PaymentFailure } from './facts/failures.js'
export { type FillproofActionsParameters, fillproofActions } from './fillproofActions.js'
export * from './inbox/parseInboxEvents.js'
export * from './inspectPayment.js'
export { type IsPaymentMadeParameters, isPaymentMade } from './isPaymentMade.js'
export {
  type ParseEventsParameters,
  parseFillAccepted,
  parseFillAuthorized,
  parsePaymentReturned,
} from './parseFillEvents.js'
export { type PayAttestedParameters, payAttested } from './payAttested.js'
export type { AttestedPayment, PayerTerms, SignedPayment } from './paymentEvidence.js'
export { type PaySignedParameters, paySigned } from './paySigned.js'
export * from './prepareAuthorizedCall.js'
