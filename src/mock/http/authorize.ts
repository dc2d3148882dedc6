import type { FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import { acceptMapping } from '../venue/acceptMapping.js'
import { ServiceError } from './serviceError.js'

/** Errors of this operation carry the message alone. */
export function registerAuthorize(
  server: FastifyInstance,
  context: Pick<MockContext, 'ledger' | 'venue'>,
): void {
  server.post<{ Querystring: { signature?: unknown } }>('/authorize', async ({ body, query }, reply) => {
    try {
      await acceptMapping(context, body, query.signature)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return reply.status(400).send({ message: error.message })
    }
    return { message: 'Success' }
  })
}
