import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Ledger, RequestRecord } from '../ledger.js'
import type { RequestStatus } from '../transitions.js'
import { findRecord } from './findRecord.js'
import { readInput, textQuery } from './readInput.js'

/** Callers add parameters of their own, such as `referrer`. */
const statusQuery = z.looseObject({ requestId: textQuery })

/** The words of the oldest path. */
const oldWords: Readonly<Record<RequestStatus, string>> = {
  waiting: 'unknown',
  depositing: 'received',
  pending: 'pending',
  submitted: 'pending',
  success: 'success',
  failure: 'failure',
  refund: 'fallback',
}

/** Where a request stands, on the path of today and on the two before it. */
export function registerStatus(server: FastifyInstance, { ledger }: { ledger: Ledger }): void {
  const find = (query: unknown) => findRecord(ledger, readInput(statusQuery, query).requestId)

  server.get('/intents/status/v3', ({ query }) => {
    const record = find(query)
    return {
      status: record.status,
      ...describeTransactions(record),
      updatedAt: record.updatedAt,
      details: record.details,
      failReason: record.failReason,
      refundFailReason: record.refundFailReason,
    }
  })

  server.get('/intents/status/v2', ({ query }) => {
    const record = find(query)
    return {
      status: record.status === 'submitted' ? 'pending' : record.status,
      ...describeTransactions(record),
      time: record.updatedAt,
      quoteCreatedAt: record.createdAt,
      details: record.details,
    }
  })

  server.get('/intents/status', ({ query }) => {
    const record = find(query)
    return {
      status: oldWords[record.status],
      ...describeTransactions(record),
      time: record.updatedAt,
      details: record.details,
    }
  })
}

function describeTransactions({ inTxHashes, txHashes, terms }: RequestRecord) {
  return {
    inTxHashes,
    txHashes,
    originChainId: terms.originChainId,
    destinationChainId: terms.destinationChainId,
  }
}
