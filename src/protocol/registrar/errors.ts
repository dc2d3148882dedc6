import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/** One of the terms that a registrar signs, or of what they are bound to, is malformed. */
export class TermsFieldError extends FillproofError<'TermsFieldError'> {
  /** The path from the parameters, such as `terms.calls[1].to`. */
  readonly field: string
  readonly value: unknown

  constructor({ field, value, requirement }: { field: string; value: unknown; requirement: string }) {
    super('TermsFieldError', `${field} must be ${requirement}, found ${describeValue(value)}.`)
    this.field = field
    this.value = value
  }
}
