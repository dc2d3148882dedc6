import { defineError, describeField } from '../../base/defineError.js'

/**
 * A field of an attestation, of the service's record, or of your `expected` is invalid. `field` is the path: the field's name
 * in the service's record, or `expected.` and the name of an expectation. `value` is the value found. Unknown keys of
 * `expected` are rejected too, since a typo would silently skip a check.
 */
export class AttestationFieldError extends /* @__PURE__ */ defineError(
  'AttestationFieldError',
  describeField,
) {}

/**
 * The attestation does not have the layout that the operation requires. Contracts require v1, which binds the amount. `found` and
 * `required` name the layouts.
 */
export class AttestationLayoutError extends /* @__PURE__ */ defineError(
  'AttestationLayoutError',
  ({ found, required }: { found: 'both' | 'neither' | 'v1' | 'v2'; required: 'v1 or v2' | 'v1' | 'v2' }) =>
    `The attestation must have layout ${required}, found ${found}.`,
  'Layout v1 has originAmount, layout v2 has destinationCurrency, and none has both or neither.',
) {}
