import * as z from 'zod'
import { vmTypes } from './currency.js'
import { chainId, decimal, described, openEnum, resource } from './schema.js'

const chainCurrency = described({
  /** The service's own id, such as `eth`. */
  id: z.string(),
  symbol: z.string(),
  name: z.string(),
  address: z.string(),
  decimals: z.number(),
  supportsBridging: z.boolean(),
  supportsPermit: z.boolean(),
  /** Basis points. */
  withdrawalFee: z.number(),
  /** Basis points. */
  depositFee: z.number(),
  surgeEnabled: z.boolean(),
  metadata: described({ logoURI: z.string() }),
})

const chainSchema = described({
  id: chainId,
  name: z.string(),
  displayName: z.string(),
  httpRpcUrl: z.string(),
  wsRpcUrl: z.string(),
  explorerUrl: z.string(),
  explorerName: z.string(),
  /** Templates for paths below `explorerUrl`. */
  explorerPaths: described({ transaction: z.string(), address: z.string(), token: z.string() }),
  explorerQueryParams: z.record(z.string(), z.unknown()),
  /** Whether the chain takes deposits. */
  depositEnabled: z.boolean(),
  tokenSupport: openEnum(['All', 'Limited']),
  disabled: z.boolean(),
  partialDisableLimit: z.number(),
  blockProductionLagging: z.boolean(),
  /** The native currency. */
  currency: chainCurrency,
  /** Basis points. */
  withdrawalFee: z.number(),
  /** Basis points. */
  depositFee: z.number(),
  surgeEnabled: z.boolean(),
  featuredTokens: z.array(chainCurrency),
  erc20Currencies: z.array(chainCurrency),
  /** The currencies that the solver holds. */
  solverCurrencies: z.array(chainCurrency),
  iconUrl: z.string(),
  logoUrl: z.string(),
  brandColor: z.string(),
  /** The service's contracts on the chain. */
  contracts: described({
    multicall3: z.string(),
    multicaller: z.string(),
    onlyOwnerMulticaller: z.string(),
    relayReceiver: z.string(),
    /** The router in use. Until router 3.2 was released, this field held a router older than `v3`. */
    erc20Router: z.string(),
    approvalProxy: z.string(),
    v3: described({ erc20Router: z.string(), approvalProxy: z.string() }),
    'v3.2': described({ erc20Router: z.string(), approvalProxy: z.string() }),
  }),
  vmType: openEnum(vmTypes),
  /** The chain on which a rollup settles. */
  baseChainId: chainId,
  statusMessage: z.string(),
  /** The accounts that fill. */
  solverAddresses: z.array(z.string()),
  tags: z.array(z.string()),
  protocol: described({
    v2: described({
      /** The chain's name in orders. */
      chainId: z.string(),
      /** The address for deposits. */
      depository: z.string(),
      depositoryVault: z.string(),
    }),
  }),
})

/** A chain that the service knows. */
export type ChainRecord = z.output<typeof chainSchema>

export const chainsSchema = resource({ chains: z.array(chainSchema) })

/** The answer of GET /chains. */
export type ChainList = z.output<typeof chainsSchema>

export const liquiditySchema = described({
  liquidity: z.array(
    described({
      chainId,
      /** The service's own id, such as `eth`. */
      currencyId: z.string(),
      symbol: z.string(),
      address: z.string(),
      decimals: z.number(),
      /** The solver's balance, in the smallest unit. */
      balance: decimal,
      /** USD, decimal. */
      amountUsd: decimal,
    }),
  ),
})

/** The answer of GET /chains/liquidity: the solver's balances on a chain, by currency. */
export type LiquidityList = z.output<typeof liquiditySchema>

export const tokenPriceSchema = described({
  /** USD for one whole unit. */
  price: decimal,
})

/** The answer of GET /currencies/token/price. */
export type TokenPrice = z.output<typeof tokenPriceSchema>

/** The answer of GET /prices/rates: USD, by symbol. */
export type PriceRates = Record<string, number | string | null | undefined>

export const priceRatesSchema: z.ZodType<PriceRates> = z.record(z.string(), z.any())

export const chainsHealthSchema = described({ healthy: z.boolean() })

/** The answer of GET /chains/health. */
export type ChainsHealth = z.output<typeof chainsHealthSchema>

export const swapSourcesSchema = described({
  /** The names that a quote request may include or exclude as swap sources. */
  sources: z.array(z.string()),
})

/** The answer of GET /swap-sources. */
export type SwapSourceList = z.output<typeof swapSourcesSchema>
