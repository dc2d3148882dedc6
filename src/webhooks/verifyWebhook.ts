import { hexToBytes } from 'viem'
import { toRecord } from '../base/values.js'
import { readMismatch } from '../service/resources/readMismatch.js'
import { statusEventName } from '../service/resources/status.js'
import { WebhookOptionError, WebhookPayloadError, WebhookVerificationError } from './errors.js'
import { type UnknownWebhookEvent, type WebhookEvent, webhookEventSchema } from './event.js'
import { importHmacKey, readKeys, requireRawBody, signedBytes, type WebhookKeys } from './hmac.js'
import { readOptions } from './readOptions.js'

export type VerifyWebhookParameters<keys extends WebhookKeys = WebhookKeys> = keys & {
  /** The raw body. A body that was parsed and serialized again has other bytes, and does not verify. */
  body: string | Uint8Array
  /** The header x-signature-timestamp. */
  timestamp: string | null | undefined
  /** The header x-signature-sha256: hex, in any case. */
  signature: string | null | undefined
  /** The maximum age, and the maximum time ahead of the clock. Defaults to 5 minutes. Both limits are inclusive. */
  toleranceMs?: number | undefined
  /** The current time in Unix milliseconds. Defaults to the clock. */
  nowMs?: number | undefined
}

/** The event. With `apiKeys`, also the name of the key that made the signature. */
export type VerifyWebhookReturnType<keys extends WebhookKeys = WebhookKeys> = keys extends { apiKey: string }
  ? WebhookEvent | UnknownWebhookEvent
  : { event: WebhookEvent | UnknownWebhookEvent; key: string }

export type VerifyWebhookErrorType = WebhookVerificationError | WebhookPayloadError | WebhookOptionError

// A smaller number is taken for seconds. As seconds, this number is in the year 5138. As milliseconds, it is in 1973.
const leastMilliseconds = 100_000_000_000

/**
 * Verifies that the service sent a webhook, and parses it.
 *
 * - The signature is HMAC-SHA256, keyed with the API key, over the timestamp header's text, a dot and the body's bytes.
 *   The platform compares it in constant time, with every key.
 * - The form of both headers is checked first, then the signature, and only then the age and the content. So without the key, a
 *   sender learns nothing about the checks of age and content.
 * - Only the fields of a status change are checked. {@link isStatusEvent} distinguishes it from an unknown type.
 * - Units: the header may be in seconds or in milliseconds; the magnitude decides.
 * - Trust: the API key is the secret. The content is the service's claim.
 * - Warning: a delivery can come twice, or be replayed within the tolerance. Deduplicate, as
 *   {@link createWebhookHandler} does.
 *
 * @returns The event, including unknown fields. With `apiKeys`, `{ event, key }`: the event, and the name of the key that made
 * the signature. {@link VerifyWebhookReturnType}
 * @throws {@link WebhookVerificationError} with the reason, {@link WebhookPayloadError} if an authentic body does not
 * match the interface, {@link WebhookOptionError} on an invalid parameter.
 *
 * @example
 * import { isStatusEvent, verifyWebhook } from 'fillproof/webhooks'
 *
 * const requestId = '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a'
 *
 * const event = await verifyWebhook({
 *   body: `{"event":"request.status.updated","timestamp":1784937600000,"data":{"status":"success","requestId":"${requestId}"}}`,
 *   timestamp: '1784937600',
 *   signature: '1f0e31613d2d0e7209772c3debbbe7cfc8d3d3d8917b12171d821b4fad913df8',
 *   apiKey: 'the key of the webhook',
 *   nowMs: 1784937601000,
 * })
 *
 * isStatusEvent(event) && event.data.status
 * // 'success'
 */
export async function verifyWebhook<const keys extends WebhookKeys>(
  parameters: VerifyWebhookParameters<keys>,
): Promise<VerifyWebhookReturnType<keys>> {
  const { event, key } = await verifyDelivery(parameters)
  return (key === undefined ? event : { event, key }) as VerifyWebhookReturnType<keys>
}

/** Verifies with one key or several. `key` is the name of the key that made the signature, or undefined for a single `apiKey`. */
export async function verifyDelivery(
  parameters: VerifyWebhookParameters,
): Promise<{ event: WebhookEvent | UnknownWebhookEvent; key: string | undefined }> {
  const { body, timestamp, signature } = readOptions(parameters)
  const { toleranceMs = 300_000, nowMs = Date.now() } = parameters
  requireRawBody(body)
  const keys = readKeys(parameters)
  requireTolerance(toleranceMs)

  if (!timestamp) throw new WebhookVerificationError({ reason: 'timestampMissing' })
  if (!/^\d{1,15}$/.test(timestamp)) {
    throw new WebhookVerificationError({ reason: 'timestampMalformed', timestamp })
  }
  if (!signature) throw new WebhookVerificationError({ reason: 'signatureMissing', timestamp })
  if (!/^[0-9a-fA-F]{64}$/.test(signature)) {
    throw new WebhookVerificationError({ reason: 'signatureMalformed', timestamp })
  }

  const expected = new Uint8Array(hexToBytes(`0x${signature}`))
  const signed = signedBytes(timestamp, body)
  // Every key is tried, so that the duration does not reveal which key made the signature.
  const fits = await Promise.all(
    keys.map(async ([, apiKey]) =>
      crypto.subtle.verify('HMAC', await importHmacKey(apiKey, 'verify'), expected, signed),
    ),
  )
  const [fitting] = keys.filter((_, index) => fits[index])
  if (!fitting) throw new WebhookVerificationError({ reason: 'signatureMismatch', timestamp })

  const ageMs = nowMs - toMilliseconds(timestamp)
  if (ageMs > toleranceMs) {
    throw new WebhookVerificationError({ reason: 'timestampTooOld', timestamp, ageMs, toleranceMs })
  }
  if (-ageMs > toleranceMs) {
    throw new WebhookVerificationError({ reason: 'timestampInFuture', timestamp, ageMs, toleranceMs })
  }
  return { event: parseEvent(body), key: fitting[0] }
}

/** Checks the tolerance. `Infinity` turns the age limit off. */
export function requireTolerance(toleranceMs: unknown): void {
  if (typeof toleranceMs === 'number' && toleranceMs >= 0) return
  throw new WebhookOptionError({ option: 'toleranceMs', requirement: 'milliseconds, 0 or more' })
}

function toMilliseconds(timestamp: string): number {
  const number = Number(timestamp)
  return number < leastMilliseconds ? number * 1000 : number
}

function parseEvent(body: string | Uint8Array): WebhookEvent | UnknownWebhookEvent {
  const value = parseJson(body)
  const kind = toRecord(value)?.event
  if (typeof kind === 'string' && kind !== statusEventName) return value as UnknownWebhookEvent
  const result = webhookEventSchema.safeParse(value)
  if (result.success) return result.data
  throw new WebhookPayloadError(readMismatch(result.error, value))
}

function parseJson(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body),
    )
  } catch {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
    throw new WebhookPayloadError({ path: '', value: text, requirement: 'must be JSON in UTF-8' })
  }
}
