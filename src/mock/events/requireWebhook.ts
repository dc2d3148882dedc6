import { MockOptionError } from '../errors.js'

export type Webhook = {
  apiKey: string
  /** HTTPS, or HTTP on this machine. */
  url: string
  /** Sent with every delivery; they can't replace those of the signature. */
  headers?: Readonly<Record<string, string>>
}

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/** @throws {@link MockOptionError}, which never shows the URL or the headers, because they may hold secrets. */
export function requireWebhook({ apiKey, url, headers = {} }: Webhook): void {
  const reject = (option: string, value: unknown, requirement: string) =>
    new MockOptionError({ option: `webhook.${option}`, value, requirement })
  if (typeof apiKey !== 'string' || apiKey.trim() === '') {
    throw reject('apiKey', apiKey, 'the key whose requests are reported')
  }
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  const isLocal = parsed?.protocol === 'http:' && loopback.includes(parsed.hostname)
  if (!parsed || (parsed.protocol !== 'https:' && !isLocal) || parsed.username || parsed.password) {
    throw reject('url', 'another', 'an HTTPS URL without credentials, or HTTP on this machine')
  }
  try {
    new Headers(headers)
  } catch {
    throw reject('headers', 'others', 'names and values of HTTP headers')
  }
}
