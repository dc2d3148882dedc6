import type { FastifyRequest } from 'fastify'

/** The path of the control API for tests. The service does not have it. */
export const controlPath = '/_control'

/** Checks the matched route instead of the URL's text, in which a letter may be percent-encoded. */
export function isForControl({ routeOptions: { url } }: FastifyRequest): boolean {
  return url !== undefined && isControlPath(url)
}

function isControlPath(path: string): boolean {
  return path === controlPath || path.startsWith(`${controlPath}/`)
}
