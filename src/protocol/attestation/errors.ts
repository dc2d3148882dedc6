import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * A field of an attestation, of the service's record, or of your `expected` is invalid. `field` is its path,
 * `value` what was found. Unknown keys of `expected` are rejected too, since a typo would silently skip a check.
 */
export class AttestationFieldError extends FillproofError<'AttestationFieldError'> {
  /** The field's name in the service's record; `expected.` stands before a field of the expectations. */
  readonly field: string
  readonly value: unknown
  readonly requirement: string

  constructor({
    field,
    value,
    requirement,
    metaMessages,
  }: {
    field: string
    value: unknown
    requirement: string
    metaMessages?: readonly string[] | undefined
  }) {
    super('AttestationFieldError', `${field} must be ${requirement}, found ${describeValue(value)}.`, {
      metaMessages,
    })
    this.field = field
    this.value = value
    this.requirement = requirement
  }
}

/**
 * The attestation has a different layout than the operation takes. Contracts take v1, which binds the amount.
 * `found` and `required` name the layouts.
 */
export class AttestationLayoutError extends FillproofError<'AttestationLayoutError'> {
  readonly found: 'both' | 'neither' | 'v1' | 'v2'
  readonly required: 'v1 or v2' | 'v1' | 'v2'

  constructor({
    found,
    required,
  }: {
    found: AttestationLayoutError['found']
    required: AttestationLayoutError['required']
  }) {
    super('AttestationLayoutError', `The attestation must be of layout ${required}, found ${found}.`, {
      metaMessages: [
        'Layout v1 has originAmount, layout v2 has destinationCurrency, and none has both or neither.',
      ],
    })
    this.found = found
    this.required = required
  }
}
