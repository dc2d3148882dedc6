import type { FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import { isForControl } from './control/controlPath.js'

/** Counts the calls of each key for GET /metrics/usage. */
export function countCalls(
  server: FastifyInstance,
  { keys, usage }: Pick<MockContext, 'keys' | 'usage'>,
): void {
  server.addHook('onResponse', async (request, { statusCode }) => {
    if (isForControl(request)) return
    const endpoint = request.routeOptions.url
    const apiKey = keys.findKnown(request)
    if (apiKey === undefined || endpoint === undefined) return
    usage.count({ apiKey, endpoint, statusCode, ...(statusCode === 400 && { errorCode: request.errorCode }) })
  })
}
