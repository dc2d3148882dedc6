import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/** A value that is no address of 20 bytes, nor one of 32 bytes in the form that was asked for. */
export class AddressFormatError extends FillproofError<'AddressFormatError'> {
  readonly value: unknown

  constructor({ value, requirement }: { value: unknown; requirement: string }) {
    super('AddressFormatError', `An address must be ${requirement}, found ${describeValue(value)}.`)
    this.value = value
  }
}
