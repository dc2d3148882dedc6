import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { isSame } from '../../rules/settled/isSame.js'
import { type ChainCurrency, isNative } from '../chains/chain.js'
import type { MockContext } from '../context.js'
import { toMicroUsd } from '../pricing.js'
import { swapSource } from '../quote/swapSource.js'
import { toCurrencyRecord, toUsdNumber } from '../quote/toAmountRecord.js'
import {
  chainIdQuery,
  findCurrency,
  findServedChain,
  integerQuery,
  readInput,
  textQuery,
} from '../readInput.js'

const chainId = z.int().positive()

export const currenciesBody = z.object({
  defaultList: z.boolean().optional(),
  chainIds: z.array(chainId).nullish(),
  term: z.string().optional(),
  address: z.string().optional(),
  currencyId: z.string().optional(),
  tokens: z.array(z.string().regex(/^\d+:\S+$/, 'must be chainId:address')).optional(),
  verified: z.boolean().optional(),
  limit: z.int().min(1).max(100).optional(),
  includeAllChains: z.boolean().optional(),
  useExternalSearch: z.boolean().optional(),
  depositAddressOnly: z.boolean().optional(),
})

export const priceQuery = z.object({ address: textQuery, chainId: chainIdQuery })

export const trendingQuery = z.object({
  chainId: chainIdQuery.optional(),
  sortBy: textQuery.optional(),
  limit: integerQuery.optional(),
})

export const sourcesQuery = z.object({ chainId: chainIdQuery.optional() })

const defaultLimit = 20

/** Registers the routes for currencies, prices, and the sources of swaps. */
export function registerCurrencies(server: FastifyInstance, { chains, pricing }: MockContext): void {
  const all = chains.flatMap(({ currencies }) => currencies)

  server.post('/currencies/v2', ({ body }) => select(all, body).map(toListed))

  // Currencies with the same symbol form a group.
  server.post('/currencies/v1', ({ body }) => {
    const selected = select(all, body)
    const symbols = [...new Set(selected.map(({ symbol }) => symbol))]
    return symbols.map((symbol) =>
      selected
        .filter((currency) => currency.symbol === symbol)
        .map((currency) => ({ ...toListed(currency), groupID: symbol.toLowerCase() })),
    )
  })

  /** USD for one whole unit. */
  const priceOf = (currency: ChainCurrency): number =>
    toUsdNumber(toMicroUsd(10n ** BigInt(currency.decimals), currency, pricing.prices))
  const readPrice = (query: unknown): number => {
    const { address, chainId } = readInput(priceQuery, query)
    return priceOf(findCurrency(findServedChain(chains, chainId), address))
  }
  server.get('/currencies/token/price', ({ query }) => ({ price: readPrice(query) }))
  server.get('/currencies/token/price/v2', ({ query }) => ({ price: String(readPrice(query)) }))

  server.get('/prices/rates', () =>
    Object.fromEntries(
      all
        .filter(({ address, symbol }) => isNative(address) || symbol === 'USDC')
        .map((currency) => [currency.symbol, priceOf(currency)]),
    ),
  )

  server.get('/currencies/trending', ({ query }) => {
    const { chainId, limit = defaultLimit } = readInput(trendingQuery, query)
    const asked = chainId === undefined ? all : findServedChain(chains, chainId).currencies
    return asked.slice(0, limit).map(toListed)
  })

  server.get('/swap-sources', ({ query }) => {
    const { chainId } = readInput(sourcesQuery, query)
    if (chainId !== undefined) findServedChain(chains, chainId)
    return { sources: [swapSource] }
  })
}

function select(all: readonly ChainCurrency[], body: unknown): ChainCurrency[] {
  const fields = readInput(currenciesBody, body)
  const { chainIds, term, address, currencyId, tokens, limit = defaultLimit } = fields
  return all
    .filter(
      (currency) =>
        (!chainIds || chainIds.length === 0 || chainIds.includes(currency.chainId)) &&
        (term === undefined || isFound(currency, term.toLowerCase())) &&
        (address === undefined || isSame(currency.address, address)) &&
        (currencyId === undefined || isSame(currency.symbol, currencyId)) &&
        (tokens === undefined ||
          tokens.some((token) => isSame(token, `${currency.chainId}:${currency.address}`))) &&
        fields.verified !== false,
    )
    .slice(0, limit)
}

function isFound({ symbol, name, address }: ChainCurrency, term: string): boolean {
  return [symbol, name, address].some((text) => text.toLowerCase().includes(term))
}

function toListed(currency: ChainCurrency) {
  const { metadata, ...record } = toCurrencyRecord(currency)
  return { ...record, vmType: 'evm', metadata: { ...metadata, isNative: isNative(currency.address) } }
}
