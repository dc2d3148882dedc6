import { bytesToHex } from 'viem'
import { WebhookOptionError } from './errors.js'
import { importHmacKey, signedBytes } from './hmac.js'
import { readOptions } from './readOptions.js'

export type SignWebhookParameters<body extends string | Uint8Array | object = string | Uint8Array | object> =
  {
    /** Text and bytes are signed unchanged. An object becomes compact JSON. */
    body: body
    apiKey: string
    /** The header's text. Defaults to `nowMs` in seconds. */
    timestamp?: string | number | undefined
    /** Unix milliseconds. Defaults to the clock. */
    nowMs?: number | undefined
  }

export type SignWebhookReturnType<body extends string | Uint8Array | object = string | Uint8Array | object> =
  {
    /** The body to send, byte for byte. */
    body: body extends Uint8Array ? Uint8Array<ArrayBuffer> : string
    headers: {
      'content-type': 'application/json'
      'x-signature-timestamp': string
      'x-signature-sha256': string
    }
  }

export type SignWebhookErrorType = WebhookOptionError

/**
 * Signs a body as the service does, for tests of a receiver and for a service of your own.
 *
 * - The signature is lower-case hex of the HMAC-SHA256 over timestamp, dot and body, keyed with the API key.
 * - The content type is the same as from the service, so a body parser treats a test's delivery like a real one.
 * - Units: `nowMs` in Unix milliseconds. The header has seconds unless you set `timestamp`.
 *
 * @returns The body and its headers. {@link SignWebhookReturnType}
 * @throws {@link WebhookOptionError} if the key is empty or the timestamp is not a whole number.
 *
 * @example
 * import { signWebhook } from 'fillproof/webhooks'
 *
 * await signWebhook({ body: { event: 'request.status.updated' }, apiKey: 'a key', timestamp: '1784937600' })
 * // {
 * //   body: '{"event":"request.status.updated"}',
 * //   headers: {
 * //     'content-type': 'application/json',
 * //     'x-signature-timestamp': '1784937600',
 * //     'x-signature-sha256': 'a111dcf4a22281cbf3b497c2b24231337ca6c70ff13f516c7989618e44b2b819',
 * //   },
 * // }
 */
export async function signWebhook<const body extends string | Uint8Array | object>(
  parameters: SignWebhookParameters<body>,
): Promise<SignWebhookReturnType<body>> {
  const { body, apiKey, nowMs = Date.now() } = readOptions(parameters)
  const { timestamp = Math.floor(nowMs / 1000) } = parameters
  const header = String(timestamp)
  if (typeof body !== 'string' && (typeof body !== 'object' || body === null)) {
    throw new WebhookOptionError({ option: 'body', requirement: 'text, bytes, or an object for JSON' })
  }
  if (typeof timestamp === 'bigint' || !/^\d{1,15}$/.test(header)) {
    throw new WebhookOptionError({ option: 'timestamp', requirement: 'whole seconds or milliseconds' })
  }
  const raw = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const key = await importHmacKey(apiKey, 'sign')
  const signature = await crypto.subtle.sign('HMAC', key, signedBytes(header, raw))
  return {
    body: raw as SignWebhookReturnType<body>['body'],
    headers: {
      'content-type': 'application/json',
      'x-signature-timestamp': header,
      'x-signature-sha256': bytesToHex(new Uint8Array(signature)).slice(2),
    },
  }
}
