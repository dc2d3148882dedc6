import { defineError, describeField } from '../../base/defineError.js'

/**
 * An input of a settlement check is malformed, or belongs to a different transaction: another transaction's
 * receipt, or a block that is not the receipt's. `field` is its path, `value` what was found.
 */
export class SettlementFieldError extends /* @__PURE__ */ defineError(
  'SettlementFieldError',
  describeField,
) {}
