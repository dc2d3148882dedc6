import { parseUnits } from 'viem'
import { MockOptionError } from './errors.js'
import { defaultPricing, type Pricing } from './pricing.js'
import { requireKnown, requireTypes } from './requireOption.js'

/** Amounts in US dollars, as decimal text with at most six digits after the point, such as `'2500'`. */
export type PricingOptions = {
  /** The flat part of the execution fee. Defaults to `'0.02'`. */
  executionFee?: string | undefined
  /** The gas of a fill. Defaults to `'0.01'`. */
  gasFee?: string | undefined
  /**
   * The platform fee if input and output are different currencies, in basis points of the input. Defaults to the
   * service's table of fees.
   */
  swapFeeBps?: bigint | undefined
  /** Basis points of the output. Defaults to 50. */
  slippageBps?: bigint | undefined
  /** The price of one whole unit, by symbol. A symbol without a price is worth 1 USD. */
  prices?: Readonly<Record<string, string>> | undefined
}

/** Micro-USD. */
const maxPrice = 10n ** 12n

/** Applies the defaults. @throws {@link MockOptionError} */
export function readPricing(options: PricingOptions): Pricing {
  requireKnown('pricing.', options, ['executionFee', 'gasFee', 'swapFeeBps', 'slippageBps', 'prices'])
  requireTypes('pricing.', options)
  const { executionFee, gasFee, swapFeeBps, slippageBps = defaultPricing.slippageBps, prices = {} } = options
  const read = Object.entries(prices).map(([symbol, price]) => [
    symbol,
    readUsd(`prices.${symbol}`, price, 1n),
  ])
  return {
    executionFee:
      executionFee === undefined ? defaultPricing.executionFee : readUsd('executionFee', executionFee),
    gasFee: gasFee === undefined ? defaultPricing.gasFee : readUsd('gasFee', gasFee),
    ...(swapFeeBps !== undefined && { swapFeeBps: readBps('swapFeeBps', swapFeeBps) }),
    slippageBps: readBps('slippageBps', slippageBps),
    prices: { ...defaultPricing.prices, ...Object.fromEntries(read) },
  }
}

/** Converts dollars to micro-USD. */
function readUsd(option: string, value: unknown, least = 0n): bigint {
  const isDecimal = typeof value === 'string' && /^\d{1,7}(\.\d{1,6})?$/.test(value)
  const amount = isDecimal ? parseUnits(value, 6) : -1n
  if (amount >= least && amount <= maxPrice) return amount
  const requirement = `US dollars as text${least > 0n ? ' above 0' : ''} up to 1000000, such as '2500' or '0.02'`
  throw new MockOptionError({ option: `pricing.${option}`, value, requirement })
}

function readBps(option: string, value: bigint): bigint {
  if (value >= 0n && value <= 9_999n) return value
  throw new MockOptionError({ option: `pricing.${option}`, value, requirement: 'from 0n to 9999n' })
}
