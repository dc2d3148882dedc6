import type { IncomingMessage } from 'node:http'

/**
 * Whether a request comes from the page itself, or from its reader who opens it.
 *
 * - Rule: the host is this server's, so that no name that leads here (DNS rebinding) is served. A page elsewhere sends
 *   its own origin, and browsers say so as well in `Sec-Fetch-Site`.
 */
export function isOwnRequest({ headers, url }: IncomingMessage, port: number): boolean {
  const { host, origin } = headers
  const site = headers['sec-fetch-site']
  // Browsers leave the port of HTTP out.
  const ends = port === 80 ? ['', ':80'] : [`:${port}`]
  if (!ends.some((end) => host === `127.0.0.1${end}` || host === `localhost${end}`)) return false
  if (origin !== undefined && origin !== `http://${host}`) return false
  const isPage = url === '/' || headers['sec-fetch-mode'] === 'navigate'
  return site === undefined || site === 'same-origin' || (isPage && !isForwarded(url))
}

function isForwarded(url = ''): boolean {
  return ['/service', '/node', '/origin'].some((path) => url.startsWith(path))
}
