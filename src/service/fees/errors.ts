import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * An input of a fee computation is malformed, or the service does not offer what it requests. `field` is its name,
 * `value` what was found.
 */
export class FeeInputError extends FillproofError<'FeeInputError'> {
  /** The path, such as `fees[1].bps`. */
  readonly field: string
  readonly value: unknown

  constructor({ field, value, requirement }: { field: string; value: unknown; requirement: string }) {
    super('FeeInputError', `${field} must be ${requirement}, found ${describeValue(value)}.`)
    this.field = field
    this.value = value
  }
}
