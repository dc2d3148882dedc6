import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mockProfile } from '../../service/profile/mockProfile.js'
import { findRateLimit } from '../../service/profile/rateLimits.js'
import { CallerError } from '../callerError.js'
import type { MockContext } from '../context.js'
import { sendError } from './answerErrors.js'
import { findRetirement } from './answerRetirements.js'
import { isForControl } from './control/controlPath.js'

const windowMs = 60_000

/** Answers 429 if a key has used up its requests of the last 60 seconds. Callers without a key share one limit. */
export function limitRates(server: FastifyInstance, context: MockContext): void {
  const {
    keys,
    clock,
    http: { rateLimits },
  } = context
  if (Object.values(rateLimits).every((most) => most === undefined)) return
  const calls = new Map<string, number[]>()

  server.addHook('onRequest', async (request, reply) => {
    if (isForControl(request) || request.method === 'OPTIONS') return
    const limit = findRateLimit(mockProfile, request.routeOptions.url ?? request.url)
    const most = rateLimits[limit]
    if (most === undefined) return
    const name = `${limit} ${keys.findKnown(request) ?? ''}`
    const now = clock.now()
    const recent = (calls.get(name) ?? []).filter((time) => time > now - windowMs)
    calls.set(name, recent)
    if (recent.length < most) {
      recent.push(now)
      return
    }
    const seconds = Math.max(1, Math.ceil((recent[0]! + windowMs - now) / 1000))
    return rejectRate(request, reply, seconds, context)
  })
}

/**
 * Answers 429 with the seconds to wait. If an operation is throttled until it ends, the answer names the successor
 * instead.
 */
export function rejectRate(
  request: FastifyRequest,
  reply: FastifyReply,
  seconds: number,
  context: Pick<MockContext, 'retirements'>,
): FastifyReply {
  const retirement = findRetirement(request, context)
  if (!retirement?.isThrottled) reply.header('retry-after', seconds)
  const fields = retirement?.isThrottled ? retirement.fields : {}
  return sendError(
    request,
    reply,
    new CallerError('UNKNOWN_ERROR', 'Too many requests.', { status: 429, fields }),
  )
}
