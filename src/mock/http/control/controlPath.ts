import type { FastifyRequest } from 'fastify'

/** The path of the control for tests, which is not part of the service. */
export const controlPath = '/_control'

/** By the route and not by the URL's text, in which a letter may be encoded. */
export function isForControl({ routeOptions: { url } }: FastifyRequest): boolean {
  return url !== undefined && isControlPath(url)
}

function isControlPath(path: string): boolean {
  return path === controlPath || path.startsWith(`${controlPath}/`)
}
