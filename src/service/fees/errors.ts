import { defineError, describeField } from '../../base/defineError.js'

/**
 * An input of a fee computation is malformed, or the service does not offer what it requests. `field` is its name,
 * `value` what was found.
 */
export class FeeInputError extends /* @__PURE__ */ defineError('FeeInputError', describeField) {}
