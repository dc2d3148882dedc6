import { WebhookOptionError } from './errors.js'

/** Returns the bytes that the signature covers: the header's text, a dot, and the body's bytes. */
export function signedBytes(timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${timestamp}.`)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  return signed
}

/** Imports the key of HMAC-SHA256, for either use. */
export async function importHmacKey(apiKey: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  requireApiKey(apiKey)
  const bytes = new TextEncoder().encode(apiKey)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

/** An empty key would let anyone sign. */
export function requireApiKey(apiKey: unknown): void {
  if (typeof apiKey === 'string' && apiKey.trim() !== '') return
  throw new WebhookOptionError({ option: 'apiKey', requirement: 'the API key to which the webhook belongs' })
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
