import type { FastifyInstance } from 'fastify'
import { CallerError } from '../callerError.js'

export const deprecatedPath = '/requests/v2'

/** The end of the older listing, and its successor. */
export const deprecation = {
  message: 'GET /requests/v2 is deprecated. Use GET /requests/v3.',
  deprecatedAt: '2026-07-22T00:00:00.000Z',
  throttledFrom: '2026-09-01T00:00:00.000Z',
  sunsetAt: '2026-11-24T00:00:00.000Z',
  successor: '/requests/v3',
  migrationGuide: '/documentation/json',
}

const { successor, migrationGuide } = deprecation

/** Creates the error that the older listing answers after its end. */
export function createRetiredError(): CallerError {
  return new CallerError('UNKNOWN_ERROR', 'GET /requests/v2 was retired. Use GET /requests/v3.', {
    status: 410,
    fields: { successor, migrationGuide },
  })
}

/** Announces the end on every answer of the older listing, errors included. */
export function addDeprecationHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (routeOptions.url !== deprecatedPath) return
    reply.headers({
      deprecation: `@${Date.parse(deprecation.deprecatedAt) / 1000}`,
      sunset: new Date(deprecation.sunsetAt).toUTCString(),
      link: `<${deprecation.successor}>; rel="successor-version"`,
    })
  })
}
