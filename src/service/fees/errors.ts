import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/** One input of a fee computation that is malformed, or asks for what the service does not offer. */
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
