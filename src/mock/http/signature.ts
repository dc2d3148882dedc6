import type { FastifyInstance } from 'fastify'
import type { Ledger } from '../ledger.js'
import { findRecord } from './findRecord.js'
import { ServiceError } from './serviceError.js'

/** The attestation is public from the quote on. Errors of this operation carry `code`, not `errorCode`. */
export function registerSignature(server: FastifyInstance, { ledger }: { ledger: Ledger }): void {
  server.get<{ Params: { id: string } }>('/requests/:id/signature', ({ params }, reply) => {
    try {
      return reply.send(findRecord(ledger, params.id).attestation)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return reply.status(400).send({ message: error.message, code: error.code })
    }
  })
}
