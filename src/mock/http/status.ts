import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { olderWords } from '../../service/resources/requestStatus.js'
import type { MockContext } from '../context.js'
import { isPublic } from '../forms.js'
import type { LedgerRequest } from '../ledger.js'
import { findLedgerRequest, readInput, textQuery } from '../readInput.js'
import { statusOf } from '../record.js'

/** Callers may add their own parameters, such as `referrer`. */
export const statusQuery = z.looseObject({ requestId: textQuery })

/** Registers the current route of a request's status, and the older ones. */
export function registerStatus(server: FastifyInstance, { ledger, idForm }: MockContext): void {
  const find = (query: unknown) => findLedgerRequest(ledger, readInput(statusQuery, query).requestId)
  /** The public form has the details as text, and omits them if there are none. */
  const describeDetails = ({ details }: LedgerRequest) => {
    if (!isPublic(idForm, 'statusDetails')) return { details }
    return details ? { details: JSON.stringify(details) } : {}
  }

  server.get('/intents/status/v3', ({ query }) => {
    const record = find(query)
    const { status, createdAt: quoteCreatedAt } = record
    if (isPublic(idForm, 'freshStatus') && status === 'waiting') return { status, quoteCreatedAt }
    return {
      status: statusOf(record),
      ...describeTransactions(record),
      updatedAt: record.updatedAt,
      ...(isPublic(idForm, 'quoteCreatedAt') && { quoteCreatedAt }),
      ...describeDetails(record),
      failReason: record.failReason,
      refundFailReason: record.refundFailReason,
    }
  })

  const describeOlder = (record: LedgerRequest, form: 0 | 1) => ({
    status: olderWords(record.status)[form],
    ...describeTransactions(record),
    time: record.updatedAt,
    ...describeDetails(record),
  })
  server.get('/intents/status', ({ query }) => describeOlder(find(query), 1))
  server.get('/intents/status/v2', ({ query }) => {
    const record = find(query)
    return { ...describeOlder(record, 0), quoteCreatedAt: record.createdAt }
  })
}

function describeTransactions({ inTxHashes, txHashes, terms }: LedgerRequest) {
  return {
    inTxHashes,
    txHashes,
    originChainId: terms.originChainId,
    destinationChainId: terms.destinationChainId,
  }
}
