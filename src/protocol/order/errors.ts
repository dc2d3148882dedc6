import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * A field of an order, of its proof, or of one of its calls is invalid. `field` is its path, such as
 * `inputs[0].refunds[1].deadline`.
 */
export class OrderFieldError extends FillproofError<'OrderFieldError'> {
  /** The path from the order, such as `inputs[0].refunds[1].deadline`. */
  readonly field: string
  readonly value: unknown

  constructor({ field, value, requirement }: { field: string; value: unknown; requirement: string }) {
    super('OrderFieldError', `${field} must be ${requirement}, found ${describeValue(value)}.`)
    this.field = field
    this.value = value
  }
}
