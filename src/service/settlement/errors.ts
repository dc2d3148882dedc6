import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/** What was given to a settlement check does not belong together, or is malformed. */
export class SettlementFieldError extends FillproofError<'SettlementFieldError'> {
  /** The path from the parameters, such as `deposits[0].receipt.transactionHash`. */
  readonly field: string
  readonly value: unknown

  constructor({ field, value, requirement }: { field: string; value: unknown; requirement: string }) {
    super('SettlementFieldError', `${field} must be ${requirement}, found ${describeValue(value)}.`)
    this.field = field
    this.value = value
  }
}
