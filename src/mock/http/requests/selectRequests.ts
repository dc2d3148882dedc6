import type { MockContext } from '../../context.js'
import { takePage } from '../paging.js'
import { ServiceError } from '../serviceError.js'
import type { ReadTransaction } from './createTransactionReader.js'
import type { Listed } from './listed.js'
import { hasValue, readFilters } from './matchRequest.js'
import { readTransactions } from './readTransactions.js'
import type { RequestsQuery } from './requestsQuery.js'

/** Parameters that a record must have; a list is any of it. */
const equalities = [
  'orderId',
  'depositAddress',
  'originChainId',
  'destinationChainId',
  'chainId',
  'referrer',
  'apiKey',
  'recipient',
  'term',
  'hash',
  'depositTxHash',
  'fillTxHash',
  'refundTxHash',
  'failReason',
  'refundFailReason',
  'requestType',
  'features',
  'currencyInChainId',
  'currencyInAddress',
  'currencyInSymbol',
  'currencyOutChainId',
  'currencyOutAddress',
  'currencyOutSymbol',
] as const

/** Parameters named `...Min` and `...Max`, or `start...` and `end...`. Both bounds are included. */
const ranges: readonly [min: string, max: string, of: (listed: Listed) => number | undefined][] = [
  ['startTimestamp', 'endTimestamp', ({ record }) => Math.floor(record.createdAt / 1000)],
  ['amountUsdMin', 'amountUsdMax', ({ amountUsd }) => amountUsd],
  ['appFeesAmountUsdMin', 'appFeesAmountUsdMax', ({ appFeesUsd }) => appFeesUsd],
  ['fillTimeMin', 'fillTimeMax', ({ fillSeconds }) => fillSeconds],
]

/** Whose address `user` is. */
type UserKeys = readonly ('user' | 'recipient')[]

/** One page of the requests that match a query. @throws {@link ServiceError} */
export async function selectRequests(
  all: readonly Listed[],
  query: RequestsQuery,
  {
    keys,
    readTransaction,
    userKeys,
  }: Pick<MockContext, 'keys'> & { readTransaction: ReadTransaction; userKeys: UserKeys },
): Promise<{ items: Listed[]; next: { continuation?: string }; total: number }> {
  if (query.apiKey && !query.apiKey.every((key) => keys.has(key))) {
    throw new ServiceError('FORBIDDEN', 'apiKey: not a key of this owner.', { status: 403 })
  }
  const values = query as Readonly<Record<string, unknown>>
  const isInFilters = typeof values.filters === 'string' ? readFilters(values.filters) : () => true
  const matching = all.filter(
    (listed) =>
      equalities.every((key) => values[key] === undefined || hasValue(listed, key, [values[key]].flat())) &&
      ranges.every(([min, max, of]) => isWithin(of(listed), values[min], values[max])) &&
      (query.status === undefined || hasValue(listed, 'status', [query.status])) &&
      (query.user === undefined || userKeys.some((key) => hasValue(listed, key, [query.user]))) &&
      isAsked(listed, query, all) &&
      isInFilters(listed),
  )
  const selected = await keepBlocks(matching, query, readTransaction)
  const { sortBy, limit, continuation } = query
  const placed = selected.map((item) => ({
    item,
    index: item.index,
    value: sortBy === 'amountUsd' ? item.amountUsd : item.record[sortBy],
  }))
  const direction = query.sortDirection ?? (sortBy === 'amountUsd' ? 'asc' : 'desc')
  return { ...takePage(placed, { limit, continuation, direction }), total: selected.length }
}

function isWithin(value: number | undefined, min: unknown, max: unknown): boolean {
  if (min === undefined && max === undefined) return true
  return (
    value !== undefined &&
    value >= ((min as number | undefined) ?? 0) &&
    value <= ((max as number | undefined) ?? Number.POSITIVE_INFINITY)
  )
}

/** The request of an id; its children are those that came from the same deposit address. */
function isAsked({ record }: Listed, query: RequestsQuery, all: readonly Listed[]): boolean {
  if (query.id === undefined || record.id === query.id) return true
  if (!query.includeChildRequests || record.terms.depositAddress === undefined) return false
  const parent = all.find((listed) => listed.record.id === query.id)
  return parent?.record.terms.depositAddress === record.terms.depositAddress
}

/** Those with a transaction in the asked blocks. */
async function keepBlocks(
  requests: readonly Listed[],
  { startBlock, endBlock }: RequestsQuery,
  readTransaction: ReadTransaction,
): Promise<readonly Listed[]> {
  if (startBlock === undefined && endBlock === undefined) return requests
  const areIn = await Promise.all(
    requests.map(async ({ record }) => {
      const { inTxs, outTxs } = await readTransactions(record, readTransaction)
      return [...inTxs, ...outTxs].some(({ block }) => isWithin(block ?? undefined, startBlock, endBlock))
    }),
  )
  return requests.filter((_, index) => areIn[index])
}
