import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/** One term of an authorized payment that no receiver would take. */
export class PaymentFieldError extends FillproofError<'PaymentFieldError'> {
  readonly field: string
  readonly value: unknown

  constructor({ field, value, requirement }: { field: string; value: unknown; requirement: string }) {
    super('PaymentFieldError', `${field} must be ${requirement}, found ${describeValue(value)}.`)
    this.field = field
    this.value = value
  }
}
