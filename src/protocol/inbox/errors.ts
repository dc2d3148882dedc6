import { defineError, describeField } from '../../base/defineError.js'

/** A term of an inbox is invalid. `field` is its path, such as `terms.refundTo`, `value` what was found. */
export class InboxFieldError extends /* @__PURE__ */ defineError('InboxFieldError', describeField) {}
