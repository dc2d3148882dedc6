import type { FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import { acceptTransfer } from '../venue/acceptTransfer.js'
import { readVenueInfo } from '../venue/readVenueInfo.js'

/** What the venue says to a body that it can't read. */
const unreadable = 'Failed to deserialize the JSON body into the target type'

/** The venue's own interfaces; the service has no part in them. */
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
