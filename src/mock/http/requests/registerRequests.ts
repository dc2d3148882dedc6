import type { FastifyInstance } from 'fastify'
import type { MockContext } from '../../context.js'
import type { Retirement } from '../../listRetirements.js'
import { readInput } from '../../readInput.js'
import { createTransactionReader, readTransactions } from './createTransactionReader.js'
import { describeRequest } from './describeRequest.js'
import { describeRequestV2 } from './describeRequestV2.js'
import { trackRequests } from './listed.js'
import { requestsQuery, requestsV2Query } from './requestsQuery.js'
import { selectRequests } from './selectRequests.js'

/** Registers the listings of requests. All keys of the mock have the same owner, who may read the requests of every key. */
export function registerRequests(server: FastifyInstance, context: MockContext): void {
  const { keys, retirements } = context
  const listAll = trackRequests(context)
  const readTransaction = createTransactionReader(context)

  server.get('/requests/v3', async (request) => {
    keys.requireKey(request)
    const query = readInput(requestsQuery, request.query)
    const { items, next, total } = await selectRequests(listAll(), query, keys, readTransaction, ['user'])
    const requests = items.map(async (listed) => {
      const isForOwner = query.includeAuthenticatedData && listed.record.apiKey !== undefined
      const transactions = await readTransactions(listed.record, readTransaction)
      return describeRequest(listed, transactions, context, { isForOwner })
    })
    return { requests: await Promise.all(requests), ...next, ...(query.includeTotal && { total }) }
  })

  server.get('/requests/v2', async (request) => {
    keys.readKey(request)
    const query = readInput(requestsV2Query, request.query)
    const userKeys = ['user', 'recipient'] as const
    const { items, next } = await selectRequests(listAll(), query, keys, readTransaction, userKeys)
    const requests = items.map(async ({ record }) =>
      describeRequestV2(record, await readTransactions(record, readTransaction), {
        hasOrderData: query.includeOrderData,
        ...context,
      }),
    )
    return { requests: await Promise.all(requests), ...next, ...describeEnd(retirements.get('/requests/v2')) }
  })
}

const throttledFrom = '2026-09-01T00:00:00.000Z'

/** Describes when the deprecated listing ends. Each answer of the listing has this description. */
function describeEnd({ dates, fields }: Partial<Retirement> = {}) {
  if (!dates) return {}
  const message = `GET /requests/v2 is deprecated. Use ${fields?.successor}.`
  return { deprecation: { message, ...dates, throttledFrom, ...fields } }
}
