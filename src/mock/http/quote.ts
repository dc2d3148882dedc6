import type { FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import { createQuote } from '../quote/createQuote.js'

export function registerQuote(server: FastifyInstance, context: MockContext): void {
  server.post('/quote/v2', ({ body }) => createQuote(body, context))
}
