import Fastify, { type FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import { registerChains } from './chains.js'
import { registerQuote } from './quote.js'
import { ServiceError } from './serviceError.js'
import { registerSignature } from './signature.js'
import { registerStatus } from './status.js'

const bodyLimit = 1024 * 1024

/**
 * The service's HTTP interface.
 *
 * What the caller did wrong is answered with 400 (an unknown path with 404, a body that is too large with 413), what
 * the mock did wrong with 500 and nothing of its inside.
 */
export function createHttpServer(context: MockContext): FastifyInstance {
  const server = Fastify({ bodyLimit, forceCloseConnections: true })
  server.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof ServiceError) {
      return reply.status(400).send({ message: error.message, errorCode: error.code })
    }
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) {
      // A type of body that can't be read is, to the caller, a bad request like any other.
      return reply
        .status(status === 413 ? status : 400)
        .send({ message: error.message, errorCode: 'INVALID_REQUEST' })
    }
    return reply.status(500).send({ message: 'The mock failed.', errorCode: 'UNKNOWN_ERROR' })
  })
  server.setNotFoundHandler((request, reply) =>
    reply.status(404).send({ message: `No route ${request.method} ${request.url}`, errorCode: 'NOT_FOUND' }),
  )
  registerQuote(server, context)
  registerSignature(server, context)
  registerStatus(server, context)
  registerChains(server, context)
  return server
}
