import type { FastifyInstance } from 'fastify'
import { statusEventName } from '../../service/resources/status.js'
import { controlPath } from './control/controlPath.js'
import { controls } from './control/controls.js'
import { operations } from './operations.js'

/** The venue's own interfaces, which {@link operations} does not contain. */
const venueRoutes = ['POST /venue/info', 'POST /venue/exchange']

/** Serves the list of all operations of the mock. The service has no such page. */
export function registerOverview(server: FastifyInstance): void {
  const text = JSON.stringify(createOverview(), null, 2)
  server.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(`${text}\n`))
}

function createOverview() {
  const ofControl = controls.map(({ method, path }) => `${method} ${toTemplate(controlPath + path)}`)
  const groups: Record<string, string[]> = {}
  for (const route of [...Object.keys(operations), ...venueRoutes]) {
    const group = groupOf(route)
    groups[group] = [...(groups[group] ?? []), route]
  }
  return {
    title: 'Mock of the cross-chain service',
    operations: groups,
    schemas: 'GET /openapi.json',
    websocket: {
      url: '/',
      apiKey: 'optional, as ?apiKey={apiKey}',
      subscribe: { type: 'subscribe', event: statusEventName, filters: { id: '{requestId}' } },
      unsubscribe: { type: 'unsubscribe', event: statusEventName, filters: { id: '{requestId}' } },
    },
    webhook: {
      set: `PUT ${controlPath}/webhooks/{apiKey}`,
      body: { url: '{url}' },
      posts: `${statusEventName}, for requests that were quoted with this key`,
    },
    control: [`GET ${controlPath}`, ...ofControl],
  }
}

/** Returns the first part of a path: `/quote` for `POST /quote/v2`. */
function groupOf(route: string): string {
  return /\/[^/]*/.exec(route)![0]
}

function toTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}
