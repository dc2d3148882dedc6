import { defineError, describeField } from '../../base/defineError.js'

/** A term that a registrar signs is invalid. `field` is the path, such as `terms.recipient`, `value` is the value found. */
export class TermsFieldError extends /* @__PURE__ */ defineError('TermsFieldError', describeField) {}
