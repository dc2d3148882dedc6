import type { FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import { acceptMapping } from '../venue/acceptMapping.js'
import { acceptTransfer } from '../venue/acceptTransfer.js'
import { readVenueInfo } from '../venue/readVenueInfo.js'
import { ServiceError } from './serviceError.js'

/** The venue's answer to an unreadable body. */
const unreadable = 'Failed to deserialize the JSON body into the target type'

/** The venue's own interfaces, which are not the service's. */
export function registerVenue(server: FastifyInstance, context: Pick<MockContext, 'venue' | 'clock'>): void {
  server.post('/venue/info', ({ body }, reply) => {
    const answer = readVenueInfo(body, context)
    return answer ? reply.send(answer) : reply.status(422).send(unreadable)
  })
  server.post('/venue/exchange', async ({ body }, reply) => {
    const answer = await acceptTransfer(context.venue, body)
    return answer ? reply.send(answer) : reply.status(422).send(unreadable)
  })
}

/** Errors of this operation have only the message. */
export function registerAuthorize(
  server: FastifyInstance,
  context: Pick<MockContext, 'ledger' | 'venue'>,
): void {
  server.post('/authorize', async ({ body, query }, reply) => {
    try {
      await acceptMapping(context, body, query)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return reply.status(400).send({ message: error.message })
    }
    return { message: 'Success' }
  })
}
