import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * A term that a registrar signs is invalid. `field` is its path, such as `terms.recipient`, `value` what was
 * found.
 */
export class TermsFieldError extends FillproofError<'TermsFieldError'> {
  /** The path from the parameters, such as `terms.recipient`. */
  readonly field: string
  readonly value: unknown

  constructor({ field, value, requirement }: { field: string; value: unknown; requirement: string }) {
    super('TermsFieldError', `${field} must be ${requirement}, found ${describeValue(value)}.`)
    this.field = field
    this.value = value
  }
}
