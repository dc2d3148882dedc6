import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * An address is neither 20 nor 32 bytes of hex, or a 32-byte word has upper bytes set where an EVM address is
 * required. `value` is what was found.
 */
export class AddressFormatError extends FillproofError<'AddressFormatError'> {
  readonly value: unknown

  constructor({ value, requirement }: { value: unknown; requirement: string }) {
    super('AddressFormatError', `An address must be ${requirement}, found ${describeValue(value)}.`)
    this.value = value
  }
}
