import { defineError } from '../base/defineError.js'
import { describeValue } from '../base/describeValue.js'

const explanations = {
  timestampMissing: 'the header x-signature-timestamp is missing',
  timestampMalformed: 'the header x-signature-timestamp is not a Unix timestamp in seconds or milliseconds',
  signatureMissing: 'the header x-signature-sha256 is missing',
  signatureMalformed: 'the header x-signature-sha256 is not hex of 32 bytes',
  signatureMismatch: 'the signature is for another body, timestamp or key',
  timestampTooOld: 'it was sent longer ago than is allowed',
  timestampInFuture: 'its timestamp is further ahead of the clock than is allowed',
} as const

const hints: { [reason in WebhookVerificationReason]?: readonly string[] } = {
  signatureMismatch: [
    'Pass the raw body: parsing and serializing it again changes its bytes.',
    'The key is the API key to which the webhook belongs.',
  ],
  timestampTooOld: ['It may be a replay. If not, allow more with toleranceMs.'],
  timestampInFuture: ['Check the clock of this machine.'],
}

/** The reason why a delivery is rejected. */
export type WebhookVerificationReason = keyof typeof explanations

/**
 * The delivery is not authentic. `reason` is `timestampMissing`, `timestampMalformed`, `timestampTooOld`,
 * `timestampInFuture`, `signatureMissing`, `signatureMalformed` or `signatureMismatch`. Answer with a status other
 * than 2xx. The error holds no signature and no key.
 */
export class WebhookVerificationError extends /* @__PURE__ */ defineError(
  'WebhookVerificationError',
  (parameters: {
    reason: WebhookVerificationReason
    /** The text of the timestamp header, if there is one. */
    timestamp?: string | undefined
    /** The age of the delivery, negative if its timestamp is in the future. Present only if the age is the reason. */
    ageMs?: number
    /** The limit of `ageMs` in either direction. */
    toleranceMs?: number
  }) => {
    const { reason, ageMs, toleranceMs } = parameters
    const age = ageMs === undefined ? '' : ` (its age is ${ageMs} ms, the limit ${toleranceMs} ms)`
    return `The webhook is not genuine: ${explanations[reason]}${age}.`
  },
  ({ reason }) => hints[reason],
) {}

/**
 * The signature is valid, but the body does not match the interface, or is not the raw text. `path` is the place in the body,
 * `value` is the value found.
 */
export class WebhookPayloadError extends /* @__PURE__ */ defineError(
  'WebhookPayloadError',
  (parameters: {
    /** The path of the field, such as `data.requestId`. Empty for the whole body. */
    path: string
    value: unknown
    requirement: string
  }) => {
    const { path, value, requirement } = parameters
    const subject = path ? `${path} of the webhook's body` : "the webhook's body"
    return `The signature is right, but ${subject} ${requirement}, found ${describeValue(value)}.`
  },
) {}

/** An option is invalid, such as an empty key. The error omits the value, which may be a key. */
export class WebhookOptionError extends /* @__PURE__ */ defineError(
  'WebhookOptionError',
  ({ option, requirement }: { option: string; requirement: string; metaMessages?: readonly string[] }) =>
    `${option} must be ${requirement}.`,
) {}
