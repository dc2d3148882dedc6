import type { FastifyInstance } from 'fastify'
import type { Ledger } from '../ledger.js'
import { findRecord } from './findRecord.js'

export function registerStatus(server: FastifyInstance, { ledger }: { ledger: Ledger }): void {
  server.get<{ Querystring: { requestId?: string } }>('/intents/status/v3', ({ query }) => {
    const record = findRecord(ledger, query.requestId)
    return {
      status: record.status,
      inTxHashes: record.inTxHashes,
      txHashes: record.txHashes,
      updatedAt: record.updatedAt,
      originChainId: record.terms.originChainId,
      destinationChainId: record.terms.destinationChainId,
      details: record.details,
      failReason: record.failReason,
      refundFailReason: record.refundFailReason,
    }
  })
}
