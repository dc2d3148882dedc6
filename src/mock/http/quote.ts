import type { FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import { createPrice, createQuote } from '../quote/createQuote.js'
import { publishAttestation } from '../quote/publishAttestation.js'
import { findRecord } from './readInput.js'

/** Quotes, prices, and the attestations of quotes. */
export function registerQuote(server: FastifyInstance, context: MockContext): void {
  const { keys, ledger } = context
  // `/quote` is deprecated.
  for (const path of ['/quote/v2', '/quote']) {
    server.post(path, (request) => createQuote(request.body, context, keys.readKey(request)))
  }
  server.post('/price', (request) => createPrice(request.body, context, keys.readKey(request)))
  for (const layout of ['v1', 'v2'] as const) {
    const path = layout === 'v1' ? '/requests/:id/signature' : '/requests/:id/signature/v2'
    server.get<{ Params: { id: string } }>(path, ({ params }) =>
      publishAttestation(findRecord(ledger, params.id), layout, context),
    )
  }
}
