import { defineError, describeField } from '../../base/defineError.js'

/** A term of an inbox is invalid. `field` is the path, such as `terms.refundTo`, `value` is the value found. */
export class InboxFieldError extends /* @__PURE__ */ defineError('InboxFieldError', describeField) {}
