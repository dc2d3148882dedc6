import { defineError, describeField } from '../../base/defineError.js'

/**
 * A term of an authorized payment, or of a payment through a guard, is malformed or would be rejected by every
 * receiver.
 */
export class PaymentFieldError extends /* @__PURE__ */ defineError('PaymentFieldError', describeField) {}
