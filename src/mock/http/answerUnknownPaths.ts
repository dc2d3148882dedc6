import type { FastifyInstance } from 'fastify'
import { sendError } from './answerErrors.js'
import { CallerError } from './callerError.js'

type Route = { method: string; path: string }

const shownLength = 100

/** Answers an unknown path with 404, and a known path with another method with 405. */
export function answerUnknownPaths(server: FastifyInstance): void {
  const routes: Route[] = []
  server.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) if (name !== 'HEAD') routes.push({ method: name, path: url })
  })
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/\?.*$/s, '')
    const methods = routes.filter((route) => matches(route.path, path)).map(({ method }) => method)
    const shown = path.length > shownLength ? `${path.slice(0, shownLength)}…` : path
    if (methods.length === 0) {
      const message = `No route ${request.method} ${shown}`
      return sendError(request, reply, new CallerError('UNKNOWN_ERROR', message, { status: 404 }))
    }
    reply.header('allow', methods.join(', '))
    const message = `${shown} is for ${methods.join(' and ')}, not ${request.method}.`
    return sendError(request, reply, new CallerError('UNKNOWN_ERROR', message, { status: 405 }))
  })
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const parts = path.split('/')
  return (
    expected.length === parts.length &&
    expected.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  )
}
