/**
 * The symbols of dollar currencies, as the service spells them.
 *
 * - Warning: a symbol is text that anyone can give a token. Look the token up by its address before you trust the class.
 */
export const stablecoins = [
  'USDC',
  'USDC.e',
  'USDT',
  'USDT0',
  'DAI',
  'USDe',
  'USDS',
  'USD1',
  'PYUSD',
  'USDG',
  'mUSD',
  'USDm',
  'USDH',
  'pUSD',
  'PlumeUSD',
] as const

/**
 * The symbols of the large currencies, as the service spells them.
 *
 * - Warning: anyone can give a token such a symbol, see {@link stablecoins}.
 */
export const majors = ['ETH', 'WETH', 'BTC', 'WBTC', 'SOL', 'WSOL', 'POL', 'BNB', 'PLUME'] as const

/** The class that a transaction is charged as. */
export type TransactionType = 'bridge' | 'wrap' | 'stablecoinSwap' | 'majorSwap' | 'minorSwap'

/** The service's fee for each class, in basis points of the value. A campaign may set other rates for a route. */
export const platformFeeBps = {
  bridge: 0,
  wrap: 0,
  stablecoinSwap: 1,
  majorSwap: 6,
  minorSwap: 15,
} as const satisfies Record<TransactionType, number>

/** USD. Part of every execution fee. */
export const flatExecutionFeeUsd = '0.02'

/** USD. Passed through to the user for a new deposit to the perps venue. */
export const venueActivationFeeUsd = '1'

/**
 * The integrator's share of the platform fee, in basis points of that fee, by the integrator's volume in the trailing 30 days.
 *
 * - Units: volumes in whole USD. A tier begins above `above` and includes `upTo`.
 */
export const revenueShareTiers = [
  {
    above: 10_000_000,
    upTo: 100_000_000,
    shareBps: { bridge: 0, wrap: 0, stablecoinSwap: 3400, majorSwap: 2500, minorSwap: 3333 },
  },
  {
    above: 100_000_000,
    upTo: 1_000_000_000,
    shareBps: { bridge: 0, wrap: 0, stablecoinSwap: 6700, majorSwap: 5000, minorSwap: 6667 },
  },
] as const satisfies readonly { above: number; upTo: number; shareBps: Record<TransactionType, number> }[]
