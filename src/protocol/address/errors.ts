import { defineError } from '../../base/defineError.js'
import { describeValue } from '../../base/describeValue.js'

/**
 * An address is neither 20 nor 32 bytes of hex, or a 32-byte word has upper bytes set but must be an EVM
 * address. `value` is what was found.
 */
export class AddressFormatError extends /* @__PURE__ */ defineError(
  'AddressFormatError',
  ({ value, requirement }: { value: unknown; requirement: string }) =>
    `An address must be ${requirement}, found ${describeValue(value)}.`,
) {}
