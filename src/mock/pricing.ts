import { ServiceError } from './http/serviceError.js'

export type TradeType = 'EXACT_INPUT' | 'EXPECTED_OUTPUT' | 'EXACT_OUTPUT'

/** Fees in micro-USD (1 USD is 1_000_000) and in basis points of the input's value; slippage in basis points. */
export type Pricing = {
  executionFee: bigint
  gasFee: bigint
  swapFeeBps: bigint
  slippageBps: bigint
}

export const defaultPricing: Pricing = {
  executionFee: 20_000n,
  gasFee: 10_000n,
  swapFeeBps: 6n,
  slippageBps: 50n,
}

/** Micro-USD per whole unit. */
const prices: Record<string, bigint> = { ETH: 3_000_000_000n, USDC: 1_000_000n }

const maxBps = 10_000n

/** Values are exact: micro-USD times 10^scale, where no supported currency has more decimals. */
const scale = 18

export type PricedCurrency = { symbol: string; decimals: number }

export type PriceTradeParameters = {
  tradeType: TradeType
  /** Smallest unit: of the input for EXACT_INPUT, else of the output. */
  amount: bigint
  input: PricedCurrency
  output: PricedCurrency
  pricing: Pricing
}

/** Smallest units; the fees are in the input's, and together with the output's value they are the input. */
export type PricedTrade = {
  inputAmount: bigint
  expectedAmount: bigint
  minimumAmount: bigint
  gasFee: bigint
  serviceFee: bigint
}

/**
 * Prices a trade: a flat fee, a share of the value where the currencies differ, and slippage where the output varies.
 *
 * Rounding never favours the user: outputs are rounded down, inputs and fees up.
 *
 * @throws {@link ServiceError} AMOUNT_TOO_LOW when nothing would arrive.
 */
export function priceTrade({ tradeType, amount, input, output, pricing }: PriceTradeParameters): PricedTrade {
  const bps = input.symbol === output.symbol ? 0n : pricing.swapFeeBps
  const flat = (pricing.executionFee + pricing.gasFee) * 10n ** BigInt(scale)
  const inputAmount =
    tradeType === 'EXACT_INPUT'
      ? amount
      : divideUp(divideUp((toValue(amount, output) + flat) * maxBps, maxBps - bps), valueOfUnit(input))
  const value = toValue(inputAmount, input)
  const expectedAmount =
    tradeType === 'EXACT_INPUT'
      ? (value - divideUp(value * bps, maxBps) - flat) / valueOfUnit(output)
      : amount
  const minimumAmount =
    tradeType === 'EXACT_OUTPUT' ? amount : (expectedAmount * (maxBps - pricing.slippageBps)) / maxBps
  if (expectedAmount <= 0n || minimumAmount <= 0n) {
    throw new ServiceError('AMOUNT_TOO_LOW', `The amount ${amount} is too low to cover the fees.`)
  }
  const gasFee = divideUp(pricing.gasFee * 10n ** BigInt(scale), valueOfUnit(input))
  const fees = divideUp(value - toValue(expectedAmount, output), valueOfUnit(input))
  return { inputAmount, expectedAmount, minimumAmount, gasFee, serviceFee: fees - gasFee }
}

/** The value of an amount in micro-USD, rounded down. */
export function toMicroUsd(amount: bigint, currency: PricedCurrency): bigint {
  return toValue(amount, currency) / 10n ** BigInt(scale)
}

function toValue(amount: bigint, currency: PricedCurrency): bigint {
  return amount * valueOfUnit(currency)
}

/** The value of one smallest unit. */
function valueOfUnit({ symbol, decimals }: PricedCurrency): bigint {
  return prices[symbol]! * 10n ** BigInt(scale - decimals)
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
