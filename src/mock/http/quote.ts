import type { FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import { createQuote } from '../quote/createQuote.js'

/** The second path is the first one's deprecated twin. */
export function registerQuote(server: FastifyInstance, context: MockContext): void {
  for (const path of ['/quote/v2', '/quote']) {
    server.post(path, (request) => createQuote(request.body, context, context.keys.readKey(request)))
  }
}
