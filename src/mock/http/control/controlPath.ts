import type { FastifyRequest } from 'fastify'

/** Where the levers for tests are; they are not part of the service. */
export const controlPath = '/_control'

/** By the route and not by the text of the URL, in which a letter may be encoded. */
export function isForControl({ routeOptions: { url } }: FastifyRequest): boolean {
  return url !== undefined && isControlPath(url)
}

export function isControlPath(path: string): boolean {
  return path === controlPath || path.startsWith(`${controlPath}/`)
}
