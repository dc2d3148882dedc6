import { defineError } from '../../base/defineError.js'
import { describeValue } from '../../base/describeValue.js'

/**
 * An address is not hex of 20 or 32 bytes, or a word that must be an EVM address does not start with 12 zero bytes. `value` is
 * the value found.
 */
export class AddressFormatError extends /* @__PURE__ */ defineError(
  'AddressFormatError',
  ({ value, requirement }: { value: unknown; requirement: string }) =>
    `An address must be ${requirement}, found ${describeValue(value)}.`,
) {}
