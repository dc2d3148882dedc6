import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { olderWords } from '../../service/resources/requestStatus.js'
import type { MockContext } from '../context.js'
import type { LedgerRequest } from '../ledger.js'
import { CallerError } from './callerError.js'
import { findLedgerRequest, hexOf, readInput, textQuery } from './readInput.js'

/** Callers add their own parameters, such as `referrer`. */
export const statusQuery = z.looseObject({ requestId: textQuery })

export const addressQuery = z.object({
  address: hexOf(20, textQuery).optional(),
  requestId: hexOf(32, textQuery).optional(),
})

/** Registers the routes of a request's status, current and older, and of its deposit address. */
export function registerStatus(server: FastifyInstance, { keys, ledger, idForm }: MockContext): void {
  const find = (query: unknown) => findLedgerRequest(ledger, readInput(statusQuery, query).requestId)
  /** Text in the public form, if there are any. */
  const describeDetails = ({ details }: LedgerRequest) => {
    if (idForm === 'specification') return { details }
    return details ? { details: JSON.stringify(details) } : {}
  }

  server.get('/intents/status/v3', ({ query }) => {
    const record = find(query)
    const { status, createdAt: quoteCreatedAt } = record
    if (idForm === 'public' && status === 'waiting') return { status, quoteCreatedAt }
    return {
      status,
      ...describeTransactions(record),
      updatedAt: record.updatedAt,
      ...(idForm === 'public' && { quoteCreatedAt }),
      ...describeDetails(record),
      failReason: record.failReason,
      refundFailReason: record.refundFailReason,
    }
  })

  server.get('/intents/status/v2', ({ query }) => {
    const record = find(query)
    return {
      status: olderWords(record.status)[0],
      ...describeTransactions(record),
      time: record.updatedAt,
      quoteCreatedAt: record.createdAt,
      ...describeDetails(record),
    }
  })

  server.get('/intents/status', ({ query }) => {
    const record = find(query)
    return {
      status: olderWords(record.status)[1],
      ...describeTransactions(record),
      time: record.updatedAt,
      ...describeDetails(record),
    }
  })

  server.get('/deposit-addresses/v1', (request) => {
    keys.requireKey(request)
    const { address, requestId } = readInput(addressQuery, request.query)
    if (address === undefined && requestId === undefined) {
      throw new CallerError('UNKNOWN_ERROR', 'address: must be given, or requestId.')
    }
    const isAsked = ({ id, terms }: LedgerRequest) =>
      terms.depositAddress !== undefined &&
      (address === undefined || terms.depositAddress.toLowerCase() === address) &&
      (requestId === undefined || id === requestId)
    const record = ledger.list().findLast(isAsked)
    if (!record) throw new CallerError('UNKNOWN_ERROR', 'No such deposit address.', { status: 404 })
    const { id, terms, createdAt } = record
    return {
      depositAddress: terms.depositAddress!.toLowerCase(),
      type: terms.isStrict ? 'strict' : 'open',
      requestId: id,
      chainId: terms.originChainId,
      createdAt: new Date(createdAt).toISOString(),
      currency: terms.originCurrency.toLowerCase(),
      refundTo: terms.refundTo?.toLowerCase() ?? null,
    }
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
