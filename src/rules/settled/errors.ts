import { defineError, describeField } from '../../base/defineError.js'

/**
 * An input of a settlement check is malformed, or belongs to another transaction: its receipt is another transaction's, or its
 * block is not the receipt's. `field` is the path of the input, `value` what was found.
 */
export class SettlementFieldError extends /* @__PURE__ */ defineError(
  'SettlementFieldError',
  describeField,
) {}
