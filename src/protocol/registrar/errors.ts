import { defineError, describeField } from '../../base/defineError.js'

/**
 * A term that a registrar signs is invalid. `field` is its path, such as `terms.recipient`, `value` what was
 * found.
 */
export class TermsFieldError extends /* @__PURE__ */ defineError('TermsFieldError', describeField) {}
