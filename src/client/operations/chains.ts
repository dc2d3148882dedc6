import * as z from 'zod'
import {
  chainsHealthSchema,
  chainsSchema,
  liquiditySchema,
  type PriceRates,
  priceRatesSchema,
  swapSourcesSchema,
  tokenPriceSchema,
} from '../../service/resources/chain.js'
import { configCurrencies, configSchema } from '../../service/resources/config.js'
import { listedCurrencySchema } from '../../service/resources/currency.js'
import {
  addressParameter,
  chainIdParameter,
  chainIdTextParameter,
  wholeNumberParameter,
} from '../../service/resources/parameters.js'
import { openEnum, resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { operation, type ParametersOf } from './operation.js'

/**
 * Lists the chains with their currencies, contracts and depositories (GET /chains).
 *
 * - Units: the fees of a chain in basis points.
 */
export const getChains = /* @__PURE__ */ operation({
  method: 'GET',
  path: '/chains',
  parameters: resource({
    /** Includes chains that are otherwise not listed. */
    includeChains: z.string().optional(),
  }).prefault({}),
  answer: chainsSchema,
})

export type GetChainsParameters = ParametersOf<typeof getChains>

/**
 * Reads whether the service is in sync with its chains (GET /chains/health).
 */
export const getChainsHealth = /* @__PURE__ */ operation({
  method: 'GET',
  path: '/chains/health',
  parameters: resource({
    /** Defaults to all chains. */
    chainId: chainIdParameter.optional(),
  }).prefault({}),
  answer: chainsHealthSchema,
})

export type GetChainsHealthParameters = ParametersOf<typeof getChainsHealth>

/**
 * Lists what the solver holds on a chain, by currency (GET /chains/liquidity).
 *
 * - Units: `balance` in the smallest unit.
 */
export const getLiquidity = /* @__PURE__ */ operation({
  method: 'GET',
  path: '/chains/liquidity',
  parameters: resource({ chainId: chainIdParameter }),
  answer: liquiditySchema,
})

export type GetLiquidityParameters = ParametersOf<typeof getLiquidity>

/**
 * Reads whether the service serves a pair of chains, the cost, and the solver's balance (GET /config/v2). Needs no API key.
 *
 * - Units: amounts in the smallest unit.
 *
 * @deprecated Use `getQuote`.
 */
export const getConfig = /* @__PURE__ */ operation({
  method: 'GET',
  path: 'config',
  parameters: resource({
    originChainId: chainIdTextParameter,
    destinationChainId: chainIdTextParameter,
    /** Adds the user's balance and the amount that the user can send. */
    user: addressParameter.optional(),
    /** The currency of balance and capacity. Defaults to the destination chain's native currency. */
    currency: openEnum(configCurrencies).optional(),
  }),
  answer: configSchema,
})

export type GetConfigParameters = ParametersOf<typeof getConfig>

/**
 * Searches the curated list of currencies (POST /currencies/v2).
 *
 * - Warning: names and symbols prove nothing. Check `address` and `metadata.verified`.
 */
export const getCurrencies = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'currencies',
  parameters: resource({
    defaultList: z.boolean().optional(),
    chainIds: z.array(chainIdParameter).optional(),
    /** Text to search for in names and symbols. */
    term: z.string().optional(),
    address: addressParameter.optional(),
    /** The service's own id for the currency, such as `eth`. */
    currencyId: z.string().optional(),
    /** Each entry is `chainId:address`. */
    tokens: z.array(z.string().regex(/^\d+:\S+$/, 'must be chainId:address')).optional(),
    verified: z.boolean().optional(),
    /** Defaults to 20. */
    limit: wholeNumberParameter.optional(),
    includeAllChains: z.boolean().optional(),
    useExternalSearch: z.boolean().optional(),
    /** Whether to list only currencies that a deposit address can receive. */
    depositAddressOnly: z.boolean().optional(),
  }).prefault({}),
  answer: z.array(listedCurrencySchema),
  repeatable: true,
})

export type GetCurrenciesParameters = ParametersOf<typeof getCurrencies>

/**
 * Reads the price of a token (GET /currencies/token/price).
 *
 * - Units: USD for one whole unit. For display only: the number is not an exact price.
 */
export const getTokenPrice = /* @__PURE__ */ operation({
  method: 'GET',
  path: 'tokenPrice',
  parameters: resource({ address: addressParameter, chainId: chainIdParameter }),
  answer: tokenPriceSchema,
})

export type GetTokenPriceParameters = ParametersOf<typeof getTokenPrice>

/**
 * Lists the prices of native currencies and a few tokens, by symbol (GET /prices/rates).
 *
 * - Units: USD for one whole unit, for display only.
 */
export const getPriceRates: (connection: Connection, options?: RequestOptions) => Promise<PriceRates> = (
  connection,
  options,
) => connection.request({ method: 'GET', path: '/prices/rates', response: priceRatesSchema }, options)

/**
 * Lists the swap sources that a quote can include or exclude (GET /swap-sources).
 */
export const getSwapSources = /* @__PURE__ */ operation({
  method: 'GET',
  path: '/swap-sources',
  parameters: resource({
    /** Defaults to all chains. */
    chainId: chainIdParameter.optional(),
  }).prefault({}),
  answer: swapSourcesSchema,
})

export type GetSwapSourcesParameters = ParametersOf<typeof getSwapSources>
