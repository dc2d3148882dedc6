import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * A term of an authorized payment, or of a payment through a guard, is malformed or would be rejected by every
 * receiver.
 */
export class PaymentFieldError extends FillproofError<'PaymentFieldError'> {
  readonly field: string
  readonly value: unknown

  constructor({ field, value, requirement }: { field: string; value: unknown; requirement: string }) {
    super('PaymentFieldError', `${field} must be ${requirement}, found ${describeValue(value)}.`)
    this.field = field
    this.value = value
  }
}
