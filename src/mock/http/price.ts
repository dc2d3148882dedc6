import type { FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import { createPrice } from '../quote/createPrice.js'

export function registerPrice(server: FastifyInstance, context: MockContext): void {
  server.post('/price', (request) => createPrice(request.body, context, context.keys.readKey(request)))
}
