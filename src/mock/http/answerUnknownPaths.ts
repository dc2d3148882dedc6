import type { FastifyInstance } from 'fastify'
import { sendError } from './answerErrors.js'
import { CallerError } from './callerError.js'
import { isControlPath } from './control/controlPath.js'

type Route = { method: string; path: string }

const shownLength = 100

/**
 * Answers an unknown path with 404, and a known path with another method with 405.
 *
 * @returns All routes, once the server listens.
 */
export function answerUnknownPaths(server: FastifyInstance): readonly Route[] {
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
  return routes
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const parts = path.split('/')
  return (
    expected.length === parts.length &&
    expected.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  )
}

/** GET /documentation/json lists the paths, without their parameters and answers. */
export function registerDocumentation(server: FastifyInstance, routes: readonly Route[]): void {
  server.get('/documentation/json', () => {
    const paths: Record<string, Record<string, object>> = {}
    for (const { method, path } of routes) {
      if (isControlPath(path)) continue
      const named = path.replace(/:(\w+)/g, '{$1}')
      paths[named] = { ...paths[named], [method.toLowerCase()]: describe(named) }
    }
    return {
      openapi: '3.1.0',
      info: {
        title: 'Mock of the cross-chain service',
        version: '1.0.0',
        description:
          'Lists the paths that are served. Parameters and answers are those of the specification.',
      },
      paths,
    }
  })
}

function describe(path: string): object {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return { parameters, responses: { default: { description: 'JSON' } } }
}
