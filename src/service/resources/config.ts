import * as z from 'zod'
import { decimal, described } from './schema.js'

/** Currency ids that GET /config/v2 is known to accept. */
export const configCurrencies = [
  'anime',
  'btc',
  'cgt',
  'dai',
  'degen',
  'eth',
  'omi',
  'pop',
  'tg7',
  'tia',
  'usdc',
  'usdc.e',
  'usdt',
  'sol',
  'weth',
  'ape',
  'g7',
  'pengu',
  'plume',
  'plumeusd',
  'gun',
  'somi',
  'synd',
  'xpl',
  'usde',
  'mon',
  'usdh',
  'musd',
  'usdm',
  'pyusd',
  'cash',
  'eusd',
  'pusd',
  'bnb',
  'usdg',
  'pathusd',
  'ausd',
  'usdc.e-cronos',
] as const

/** The id of a currency in GET /config/v2. */
export type ConfigCurrency = (typeof configCurrencies)[number] | (string & {})

export const configSchema = described({
  /** Whether the pair of chains is served. */
  enabled: z.boolean(),
  /** Present with the parameter `user`. */
  user: described({
    /** The user's balance on the origin chain, in the smallest unit of the native or chosen currency. */
    balance: decimal,
    /** The most that the user can send after fees, in the smallest unit of the native or chosen currency. */
    maxBridgeAmount: decimal,
  }),
  /** The fee of the whole operation, in the smallest unit of the native or chosen currency. */
  fee: decimal,
  solver: described({
    address: z.string(),
    /** The solver's balance on the destination chain, wei. */
    balance: decimal,
    /** The most that one request can receive, wei. */
    capacityPerRequest: decimal,
  }),
  /** Whether the pair of chains supports the service's canonical-plus bridging. */
  supportsExternalLiquidity: z.boolean(),
})

/**
 * The answer of GET /config/v2.
 *
 * @deprecated A quote shows the cost of an operation, and whether it is served.
 */
export type ConfigRecord = z.output<typeof configSchema>
