import type { FastifyInstance } from 'fastify'
import { isForControl } from './control/controlPath.js'

/** Lets pages of any origin call the service, as they call the public one, but not the control. */
export function allowBrowsers(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (isForControl(request)) return
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-expose-headers', 'retry-after, deprecation, sunset, link')
    if (request.method !== 'OPTIONS') return
    return reply
      .status(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': '600',
      })
      .send()
  })
}
