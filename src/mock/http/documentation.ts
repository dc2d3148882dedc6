import type { FastifyInstance } from 'fastify'
import type { Route } from './answerUnknownPaths.js'
import { isControlPath } from './control/controlPath.js'

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
