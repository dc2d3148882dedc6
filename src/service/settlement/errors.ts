import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * An input of a settlement check is malformed, or belongs to a different transaction: another transaction's
 * receipt, or a block that is not the receipt's. `field` is its path, `value` what was found.
 */
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
