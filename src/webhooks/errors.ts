import { describeValue } from '../base/describeValue.js'
import { FillproofError } from '../base/FillproofError.js'

const explanations = {
  timestampMissing: 'the header x-signature-timestamp is missing',
  timestampMalformed: 'the header x-signature-timestamp is no Unix timestamp in seconds or milliseconds',
  signatureMissing: 'the header x-signature-sha256 is missing',
  signatureMalformed: 'the header x-signature-sha256 is not hex of 32 bytes',
  signatureMismatch: 'the signature is of another body, another timestamp or another key',
  timestampTooOld: 'it was sent longer ago than is allowed',
  timestampInFuture: 'its timestamp is further ahead of the clock than is allowed',
} as const

const hints: { [reason in WebhookVerificationReason]?: readonly string[] } = {
  signatureMismatch: [
    'Pass the body as it came: parsing it and writing it again changes its bytes.',
    'The key is the API key to which the webhook belongs.',
  ],
  timestampTooOld: ['It may be a replay. If not, allow more with toleranceMs.'],
  timestampInFuture: ['Check the clock of this machine.'],
}

/** What is wrong with a delivery. */
export type WebhookVerificationReason = keyof typeof explanations

/**
 * The delivery is not authentic. `reason` is `timestampMissing`, `timestampMalformed`, `timestampTooOld`,
 * `timestampInFuture`, `signatureMissing`, `signatureMalformed` or `signatureMismatch`. Answer with a status other
 * than 2xx. The error holds no signature and no key.
 */
export class WebhookVerificationError extends FillproofError<'WebhookVerificationError'> {
  readonly reason: WebhookVerificationReason
  /** The header's text, where there is any. */
  readonly timestamp: string | undefined
  /** How long ago it was sent; negative where its timestamp is ahead. Set where the age is the reason. */
  readonly ageMs: number | undefined
  /** The limit of `ageMs` in either direction. */
  readonly toleranceMs: number | undefined

  constructor({
    reason,
    timestamp,
    ageMs,
    toleranceMs,
  }: {
    reason: WebhookVerificationReason
    timestamp?: string | undefined
    ageMs?: number
    toleranceMs?: number
  }) {
    const age = ageMs === undefined ? '' : ` (its age is ${ageMs} ms, the limit ${toleranceMs} ms)`
    super('WebhookVerificationError', `The webhook is not genuine: ${explanations[reason]}${age}.`, {
      metaMessages: hints[reason],
    })
    this.reason = reason
    this.timestamp = timestamp
    this.ageMs = ageMs
    this.toleranceMs = toleranceMs
  }
}

/**
 * The signature is valid, but the body does not match the interface (`path` and `value`), or you passed a body
 * that is no longer the raw text.
 */
export class WebhookPayloadError extends FillproofError<'WebhookPayloadError'> {
  /** Of the field, such as `data.requestId`; empty for the whole body. */
  readonly path: string
  readonly value: unknown

  constructor({ path, value, requirement }: { path: string; value: unknown; requirement: string }) {
    const subject = path ? `${path} of the webhook's body` : "the webhook's body"
    super(
      'WebhookPayloadError',
      `The signature is right, but ${subject} ${requirement}, found ${describeValue(value)}.`,
    )
    this.path = path
    this.value = value
  }
}

/** An option is invalid, such as an empty key. The error carries no value, since that may be a key. */
export class WebhookOptionError extends FillproofError<'WebhookOptionError'> {
  readonly option: string

  constructor({
    option,
    requirement,
    metaMessages,
  }: {
    option: string
    requirement: string
    metaMessages?: readonly string[]
  }) {
    super('WebhookOptionError', `${option} must be ${requirement}.`, { metaMessages })
    this.option = option
  }
}
