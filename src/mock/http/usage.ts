import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { CallerError } from '../callerError.js'
import type { MockContext } from '../context.js'
import { isPublic } from '../forms.js'
import { integerQuery, listQuery, readInput, textQuery } from '../readInput.js'
import type { UsageGranularity } from '../usage.js'
import { isForControl } from './control/controlPath.js'

export const usageQuery = z.object({
  granularity: textQuery
    .pipe(z.enum(['minutely', 'hourly', 'daily'], 'must be minutely, hourly or daily'))
    .default('hourly' satisfies UsageGranularity),
  startTimestamp: integerQuery.optional(),
  endTimestamp: integerQuery.optional(),
  apiKey: listQuery.pipe(z.array(z.string()).max(50, 'must be at most 50 keys')).optional(),
})

/** Registers the route for a key's calls. All keys of the mock have the same owner, who may read the calls of every key. */
export function registerUsage(server: FastifyInstance, { keys, usage }: MockContext): void {
  server.get('/metrics/usage', (request) => {
    const ownKey = keys.requireKey(request)
    const { granularity, startTimestamp, endTimestamp, apiKey } = readInput(usageQuery, request.query)
    const apiKeys = apiKey ?? [ownKey]
    if (!apiKeys.every((key) => keys.has(key))) {
      throw new CallerError('FORBIDDEN', 'apiKey: not a key of this owner.', { status: 403 })
    }
    const counts = usage.list(granularity, apiKeys, {
      ...(startTimestamp !== undefined && { fromMs: startTimestamp * 1000 }),
      ...(endTimestamp !== undefined && { untilMs: endTimestamp * 1000 }),
    })
    return {
      metrics: counts.map(({ startMs, ...call }) => ({
        ...call,
        timestamp: new Date(startMs).toISOString(),
      })),
    }
  })
}

/** Rejects an unknown key even if the operation needs no key, so that a mistyped key is noticed. */
export function checkKeys(server: FastifyInstance, { keys }: MockContext): void {
  server.addHook('onRequest', async (request) => {
    if (!isForControl(request)) keys.readKey(request)
  })
}

/** Counts the calls of each key for GET /metrics/usage. The public form keeps error codes only for status 400. */
export function countCalls(server: FastifyInstance, { keys, usage, idForm }: MockContext): void {
  server.addHook('onResponse', async (request, { statusCode }) => {
    if (isForControl(request)) return
    const endpoint = request.routeOptions.url
    const apiKey = keys.findKnown(request)
    if (apiKey === undefined || endpoint === undefined) return
    const { errorCode } = request
    const hasCode = errorCode !== undefined && (!isPublic(idForm, 'usage') || statusCode === 400)
    usage.count({ apiKey, endpoint, statusCode, ...(hasCode && { errorCode }) })
  })
}
