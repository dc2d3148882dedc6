import type { IncomingMessage } from 'node:http'

/**
 * Returns whether a request comes from the page itself, or from the user who opens the page.
 *
 * - The `Host` must name this server. This blocks DNS rebinding: another name that resolves to this machine.
 * - The `Origin`, if sent, and `Sec-Fetch-Site` must not name another site.
 */
export function isOwnRequest({ headers, url }: IncomingMessage, port: number): boolean {
  const { host, origin } = headers
  const site = headers['sec-fetch-site']
  // Browsers omit HTTP's default port.
  const ends = port === 80 ? ['', ':80'] : [`:${port}`]
  if (!ends.some((end) => host === `127.0.0.1${end}` || host === `localhost${end}`)) return false
  if (origin !== undefined && origin !== `http://${host}`) return false
  const isPage = url === '/' || headers['sec-fetch-mode'] === 'navigate'
  return site === undefined || site === 'same-origin' || (isPage && !isForwarded(url))
}

function isForwarded(url = ''): boolean {
  return ['/service', '/node', '/origin'].some((path) => url.startsWith(path))
}
