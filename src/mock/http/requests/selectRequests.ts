import { CallerError } from '../../callerError.js'
import type { Keys } from '../../keys.js'
import { takePage } from '../paging.js'
import { type ReadTransaction, readTransactions } from './createTransactionReader.js'
import type { Listed } from './listed.js'
import { hasValue, matchedKeys, readFilters } from './matchRequest.js'
import type { RequestsQuery } from './requestsQuery.js'

/** Pairs of range parameters with the value that they limit. Both bounds are inclusive. */
const ranges: readonly [min: string, max: string, of: (listed: Listed) => number | undefined][] = [
  ['startTimestamp', 'endTimestamp', ({ record }) => Math.floor(record.createdAt / 1000)],
  ['amountUsdMin', 'amountUsdMax', ({ amountUsd }) => amountUsd],
  ['appFeesAmountUsdMin', 'appFeesAmountUsdMax', ({ appFeesUsd }) => appFeesUsd],
  ['fillTimeMin', 'fillTimeMax', ({ fillSeconds }) => fillSeconds],
]

/** Returns one page of the requests that match a query. @throws {@link CallerError} */
export async function selectRequests(
  all: readonly Listed[],
  query: RequestsQuery,
  keys: Keys,
  readTransaction: ReadTransaction,
  /** The keys that the parameter `user` matches. */
  userKeys: readonly ('user' | 'recipient')[],
): Promise<{ items: Listed[]; next: { continuation?: string }; total: number }> {
  if (query.apiKey && !query.apiKey.every((key) => keys.has(key))) {
    throw new CallerError('FORBIDDEN', 'apiKey: not a key of this owner.', { status: 403 })
  }
  const values = query as Readonly<Record<string, unknown>>
  const isInFilters = typeof values.filters === 'string' ? readFilters(values.filters) : () => true
  const matching = all.filter(
    (listed) =>
      matchedKeys.every((key) => values[key] === undefined || hasValue(listed, key, [values[key]].flat())) &&
      ranges.every(([min, max, of]) => isWithin(of(listed), values[min], values[max])) &&
      (query.user === undefined || userKeys.some((key) => hasValue(listed, key, [query.user]))) &&
      matchesId(listed, query, all) &&
      isInFilters(listed),
  )
  const selected = await filterByBlocks(matching, query, readTransaction)
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

/** Matches a request by id. With `includeChildRequests`, also matches requests with the same deposit address. */
function matchesId({ record }: Listed, query: RequestsQuery, all: readonly Listed[]): boolean {
  if (query.id === undefined || record.id === query.id) return true
  if (!query.includeChildRequests || record.terms.depositAddress === undefined) return false
  const parent = all.find((listed) => listed.record.id === query.id)
  return parent?.record.terms.depositAddress === record.terms.depositAddress
}

/** Returns the requests with a transaction in a range of blocks. */
async function filterByBlocks(
  requests: readonly Listed[],
  { startBlock, endBlock }: RequestsQuery,
  readTransaction: ReadTransaction,
): Promise<readonly Listed[]> {
  if (startBlock === undefined && endBlock === undefined) return requests
  const areWithin = await Promise.all(
    requests.map(async ({ record }) => {
      const { inTxs, outTxs } = await readTransactions(record, readTransaction)
      return [...inTxs, ...outTxs].some(({ block }) => isWithin(block ?? undefined, startBlock, endBlock))
    }),
  )
  return requests.filter((_, index) => areWithin[index])
}
