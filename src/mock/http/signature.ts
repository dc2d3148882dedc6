import type { FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import { publishAttestation } from '../quote/publishAttestation.js'
import { findRecord } from './findRecord.js'

/** The attestation is public from the quote on, in either layout. */
export function registerSignature(server: FastifyInstance, context: MockContext): void {
  for (const layout of ['v1', 'v2'] as const) {
    const path = layout === 'v1' ? '/requests/:id/signature' : '/requests/:id/signature/v2'
    server.get<{ Params: { id: string } }>(path, ({ params }) =>
      publishAttestation(findRecord(context.ledger, params.id), layout, context),
    )
  }
}
