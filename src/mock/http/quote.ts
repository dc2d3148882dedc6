import type { FastifyInstance } from 'fastify'
import { createQuote, type QuoteContext } from '../quote/createQuote.js'

export function registerQuote(server: FastifyInstance, context: QuoteContext): void {
  server.post('/quote/v2', ({ body }) => createQuote(body, context))
}
