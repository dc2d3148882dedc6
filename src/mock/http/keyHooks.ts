import type { FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import { isForControl } from './control/controlPath.js'

/** Rejects an unknown key even if the operation needs none, so that a mistyped key is noticed. */
export function checkKeys(server: FastifyInstance, { keys }: MockContext): void {
  server.addHook('onRequest', async (request) => {
    if (!isForControl(request)) keys.readKey(request)
  })
}

/** Counts the calls of each key for GET /metrics/usage. */
export function countCalls(server: FastifyInstance, { keys, usage }: MockContext): void {
  server.addHook('onResponse', async (request, { statusCode }) => {
    if (isForControl(request)) return
    const endpoint = request.routeOptions.url
    const apiKey = keys.findKnown(request)
    if (apiKey === undefined || endpoint === undefined) return
    usage.count({ apiKey, endpoint, statusCode, ...(statusCode === 400 && { errorCode: request.errorCode }) })
  })
}
