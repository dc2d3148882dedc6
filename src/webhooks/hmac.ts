import { toRecord } from '../base/values.js'
import { WebhookOptionError } from './errors.js'

/** One key, or several during a rotation. */
export type WebhookKeys =
  | {
      /** The API key that the webhook belongs to. */
      apiKey: string
      apiKeys?: undefined
    }
  | {
      apiKey?: undefined
      /** Keys by a name of your choice, such as `{ old, next }` during a rotation. A signature by any of them is valid. */
      apiKeys: Readonly<Record<string, string>>
    }

/** Returns the keys with their names. A single `apiKey` has no name. @throws {@link WebhookOptionError} */
export function readKeys({ apiKey, apiKeys }: WebhookKeys): [name: string | undefined, key: string][] {
  if (apiKeys === undefined) {
    requireApiKey(apiKey)
    return [[undefined, apiKey]]
  }
  const keys = Object.entries(toRecord(apiKeys) ?? {})
  if (apiKey !== undefined || keys.length === 0) {
    throw new WebhookOptionError({
      option: 'apiKeys',
      requirement: 'an object with one or more named keys, instead of apiKey',
    })
  }
  return keys.map(([name, key], index) => {
    requireApiKey(key, `apiKeys.${name}`)
    const twin = keys.findIndex(([, other]) => other === key)
    if (twin === index) return [name, key]
    throw new WebhookOptionError({
      option: `apiKeys.${name}`,
      requirement: `another key than apiKeys.${keys[twin]![0]}`,
    })
  })
}

/** Returns the signed bytes: the header's text, a dot, and the body's bytes. */
export function signedBytes(timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${timestamp}.`)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  return signed
}

/** Imports the key of HMAC-SHA256, to sign or to verify. */
export async function importHmacKey(apiKey: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  requireApiKey(apiKey)
  const bytes = new TextEncoder().encode(apiKey)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

/** Rejects an empty key, with which anyone could sign. */
function requireApiKey(apiKey: unknown, option = 'apiKey'): asserts apiKey is string {
  if (typeof apiKey === 'string' && apiKey.trim() !== '') return
  throw new WebhookOptionError({ option, requirement: 'the API key to which the webhook belongs' })
}

/** Throws unless a delivery's body is raw text or bytes. */
export function requireRawBody(body: unknown): void {
  if (typeof body === 'string' || body instanceof Uint8Array) return
  throw new WebhookOptionError({
    option: 'body',
    requirement: 'the raw text or bytes, not a parsed value',
    metaMessages: ['Read it with request.text(), or keep JSON parsers away from the path of the webhook.'],
  })
}
