import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallerError } from '../callerError.js'
import type { MockContext } from '../context.js'
import type { Retirement } from '../listRetirements.js'
import { sendError } from './answerErrors.js'
import { isForControl } from './control/controlPath.js'

/** Announces the end of operations in all of their answers, errors included. Rejects operations that have ended. */
export function answerRetirements(server: FastifyInstance, context: MockContext): void {
  server.addHook('onRequest', async (request, reply) => {
    const { headers, isWithdrawn, isRetired, fields } = findRetirement(request, context) ?? {}
    if (headers) reply.headers(headers)
    if (isWithdrawn) return sendNotFound(request, reply)
    const isFault = !isForControl(request) && context.faults.take('retired', request.url)
    if (!isRetired && !isFault) return
    const hint = fields ? ` Use ${fields.successor}.` : ''
    const message = `${request.method} ${request.routeOptions.url} was retired.${hint}`
    return sendError(request, reply, new CallerError('UNKNOWN_ERROR', message, { status: 410, fields }))
  })
}

/** Returns the retirement of the called operation, if there is one. */
export function findRetirement(
  { routeOptions }: FastifyRequest,
  { retirements }: Pick<MockContext, 'retirements'>,
): Retirement | undefined {
  return retirements.get((routeOptions.url ?? '').replace(/:(\w+)/g, '{$1}'))
}

/** Answers an unknown path as the public service does. */
function sendNotFound({ method, url }: FastifyRequest, reply: FastifyReply) {
  const message = `Route ${method}:${url} not found`
  return reply.status(404).send({ message, error: 'Not Found', statusCode: 404 })
}
