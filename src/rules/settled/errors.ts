import { defineError, describeField } from '../../base/defineError.js'

/**
 * An input of a settlement check is malformed, or the inputs do not belong together: the receipt is of another transaction, or
 * the block is not the block of the receipt. `field` is the path of the input, `value` is the value found.
 */
export class SettlementFieldError extends /* @__PURE__ */ defineError(
  'SettlementFieldError',
  describeField,
) {}
