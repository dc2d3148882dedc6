import type { FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import type { LedgerRequest } from '../ledger.js'
import { attest, attestV2 } from '../quote/attest.js'
import { createPrice, createQuote } from '../quote/createQuote.js'
import { chooseS, chooseSigner } from '../quote/signatureFaults.js'
import { findLedgerRequest } from '../readInput.js'

/** Registers the routes for quotes, prices, and the attestations of quotes. */
export function registerQuote(server: FastifyInstance, context: MockContext): void {
  const { keys, ledger } = context
  for (const path of ['/quote/v2', '/quote']) {
    server.post(path, (request) => createQuote(request.body, context, keys.readKey(request)))
  }
  server.post('/price', (request) => createPrice(request.body, context, keys.readKey(request)))
  for (const layout of ['v1', 'v2'] as const) {
    const path = layout === 'v1' ? '/requests/:requestId/signature' : '/requests/:requestId/signature/v2'
    server.get<{ Params: { requestId: string } }>(path, ({ params }) =>
      publishAttestation(findLedgerRequest(ledger, params.requestId), layout, context),
    )
  }
}

/** Signs the attestation of a request, or creates a faulty one if a fault is set. */
async function publishAttestation(record: LedgerRequest, layout: 'v1' | 'v2', context: MockContext) {
  const { solver, faults } = context
  const signer = chooseSigner(context, solver.of(record.terms.orderData.solver))
  const isV1 = layout === 'v1' && !faults.take('wrongLayout')
  const attestation = isV1 ? await attest(record, signer) : await attestV2(record, signer)
  return { ...attestation, signature: chooseS(context, attestation.signature) }
}
