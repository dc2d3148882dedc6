import { defineError, describeField } from '../../base/defineError.js'

/**
 * An input of a fee computation is malformed, or the service does not offer what the input requests. `field` is the name of the
 * input, `value` is the value found.
 */
export class FeeInputError extends /* @__PURE__ */ defineError('FeeInputError', describeField) {}
