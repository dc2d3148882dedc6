export { type HashPaymentParameters, hashPayment } from './hashPayment.js'
export type { Payment, PaymentInput } from './payment.js'
export {
  type PrepareAuthorizedCallErrorType,
  type PrepareAuthorizedCallParameters,
  type PrepareAuthorizedCallReturnType,
  prepareAuthorizedCall,
  type QuoteCall,
} from './prepareAuthorizedCall.js'
