import * as z from 'zod'
import { vmTypes } from './currency.js'
import { amountText, chainId, openEnum, resource } from './schema.js'

const chainCurrency = resource({
  /** The service's own id, such as `eth`. */
  id: z.string().nullish(),
  symbol: z.string().nullish(),
  name: z.string().nullish(),
  address: z.string().nullish(),
  decimals: z.int().nonnegative().nullish(),
  supportsBridging: z.boolean().nullish(),
  supportsPermit: z.boolean().nullish(),
})

export const chainSchema = resource({
  id: chainId,
  name: z.string(),
  displayName: z.string().nullish(),
  httpRpcUrl: z.string().nullish(),
  wsRpcUrl: z.string().nullish(),
  explorerUrl: z.string().nullish(),
  explorerName: z.string().nullish(),
  /** Templates below `explorerUrl`. */
  explorerPaths: resource({
    transaction: z.string().nullish(),
    address: z.string().nullish(),
    token: z.string().nullish(),
  }).nullish(),
  explorerQueryParams: z.record(z.string(), z.unknown()).nullish(),
  /** Whether the chain takes deposits. */
  depositEnabled: z.boolean().nullish(),
  tokenSupport: openEnum(['All', 'Limited']).nullish(),
  disabled: z.boolean().nullish(),
  partialDisableLimit: z.number().nullish(),
  blockProductionLagging: z.boolean().nullish(),
  /** The native currency. */
  currency: chainCurrency.nullish(),
  /** Basis points. */
  withdrawalFee: z.number().nullish(),
  /** Basis points. */
  depositFee: z.number().nullish(),
  surgeEnabled: z.boolean().nullish(),
  featuredTokens: z.array(chainCurrency).nullish(),
  erc20Currencies: z.array(chainCurrency).nullish(),
  /** What the solver holds. */
  solverCurrencies: z.array(chainCurrency).nullish(),
  iconUrl: z.string().nullish(),
  logoUrl: z.string().nullish(),
  brandColor: z.string().nullish(),
  /** The service's contracts on the chain, by their role. */
  contracts: z.record(z.string(), z.unknown()).nullish(),
  vmType: openEnum(vmTypes).nullish(),
  /** Where a rollup settles. */
  baseChainId: z.int().nullish(),
  statusMessage: z.string().nullish(),
  /** Accounts from which fills come. */
  solverAddresses: z.array(z.string()).nullish(),
  tags: z.array(z.string()).nullish(),
  protocol: resource({
    v2: resource({
      /** The chain's name in orders. */
      chainId: z.string().nullish(),
      /** Where deposits are paid. */
      depository: z.string().nullish(),
      depositoryVault: z.string().nullish(),
    }).nullish(),
  }).nullish(),
})

/** A chain that the service knows. */
export type ChainRecord = z.output<typeof chainSchema>

export const chainsSchema = resource({ chains: z.array(chainSchema) })

/** What GET /chains answers. */
export type ChainList = z.output<typeof chainsSchema>

export const liquiditySchema = resource({
  liquidity: z.array(
    resource({
      chainId: chainId.nullish(),
      /** The service's own id, such as `eth`. */
      currencyId: z.string().nullish(),
      symbol: z.string().nullish(),
      address: z.string().nullish(),
      decimals: z.int().nonnegative().nullish(),
      /** Of the solver, smallest unit. */
      balance: amountText,
      /** USD, decimal. */
      amountUsd: z.union([z.string(), z.number()]).nullish(),
    }),
  ),
})

/** What GET /chains/liquidity answers: what the solver has on a chain, by currency. */
export type LiquidityList = z.output<typeof liquiditySchema>

export const tokenPriceSchema = resource({
  /** USD for one whole unit. */
  price: z.number(),
})

/** What GET /currencies/token/price answers. */
export type TokenPrice = z.output<typeof tokenPriceSchema>

export const swapSourcesSchema = resource({
  /** Names for the quote's lists of included and excluded sources. */
  sources: z.array(z.string()),
})

/** What GET /swap-sources answers. */
export type SwapSourceList = z.output<typeof swapSourcesSchema>
