import { formatUnits, parseUnits } from 'viem'
import {
  type ApplySponsorshipReturnType,
  applySponsorship,
  classifyTransaction,
  flatExecutionFeeUsd,
  platformFeeBps,
  appFees as shareAppFees,
} from '../service/fees/index.js'
import type { FeeComponent } from '../service/resources/codes.js'
import type { TradeType } from '../service/resources/quoteRequest.js'
import { CallerError } from './callerError.js'

/** Micro-USD per whole unit, by symbol. */
export type Prices = Readonly<Record<string, bigint>>

/** Fees in micro-USD (1 USD is 1_000_000) and in basis points of the input's value; slippage in basis points. */
export type Pricing = {
  /** The flat part of the execution fee. */
  executionFee: bigint
  /** The cost of the fill's gas. An origin transaction that the solver sends costs the same amount again. */
  gasFee: bigint
  /** The platform fee if input and output are different currencies. Defaults to the service's table of fees. */
  swapFeeBps?: bigint
  slippageBps: bigint
  prices: Prices
}

/** A symbol that is not listed is worth 1 USD. */
export const defaultPrices: Prices = { ETH: 3_000_000_000n, WBTC: 60_000_000_000n }

export const defaultPricing: Pricing = {
  executionFee: parseUnits(flatExecutionFeeUsd, 6),
  gasFee: 10_000n,
  slippageBps: 50n,
  prices: defaultPrices,
}

const maxBps = 10_000n

/** Values are exact: micro-USD times 10^scale. No supported currency has more decimals than `scale`. */
const scale = 18
const one = 10n ** BigInt(scale)

type PricedCurrency = { chainId: number; address: string; symbol: string; decimals: number }

export type SponsorshipRequest = {
  subsidizeFees?: boolean
  sponsoredFeeComponents?: readonly FeeComponent[]
  /** Micro-USD. */
  maxSubsidizationAmount?: bigint
}

export type PriceTradeParameters = {
  tradeType: TradeType
  /** Smallest unit: of the input for EXACT_INPUT, otherwise of the output. */
  amount: bigint
  input: PricedCurrency
  output: PricedCurrency
  pricing: Pricing
  appFees?: readonly { recipient: string; fee: string }[] | undefined
  sponsorship?: SponsorshipRequest
  /** Whether the solver also sends the origin transaction. */
  isGasless?: boolean
  /** Whether the user's own transaction pays the recipient directly, 1:1 and without fees. */
  isOwnFill?: boolean
  /** Whether the user pays the gas of a fill. A swap on one chain has no fill. */
  hasFill?: boolean
  /** Micro-USD of native currency that is delivered with the output. */
  topup?: { value: bigint; native: PricedCurrency } | undefined
  /** The venue's fee for a new account, in micro-USD. The user pays it without a markup. */
  activationFee?: bigint
  /** The exchange's cost, in basis points of the input's value. Defaults to 0. */
  exchangeBps?: bigint
  /** An amount of input and an amount of output that are worth the same. They replace the prices. */
  fixedRate?: { input: bigint; output: bigint } | undefined
}

/** Amounts in smallest units. */
export type PricedTrade = {
  inputAmount: bigint
  expectedAmount: bigint
  minimumAmount: bigint
  /** Native currency of the destination. */
  topupAmount: bigint
  /** In the input's smallest unit. The user pays `relayerGas + relayerService + app - subsidized`. */
  fees: { relayerGas: bigint; relayerService: bigint; app: bigint; subsidized: bigint }
  /** The cost and the payer of each component, in USD as exact decimals. */
  sponsorship: ApplySponsorshipReturnType
  appFees: { recipient: string; amountUsd: bigint }[]
  /** Micro-USD, rounded up. */
  sponsoredUsd: bigint
}

/**
 * Prices a trade.
 *
 * The user pays the flat fee, gas, the platform's share of the input's value, and the integrators' shares. A sponsor
 * may pay part of that. The rest buys the output.
 *
 * - Only this function rounds, never in the user's favor: outputs and top-ups down, inputs and fees up. The remainder
 *   goes to the solver in `relayerService`.
 * - If input and output are the same currency, the input is exactly the output, the top-up and the fees, minus the
 *   sponsored part.
 * - For a given output, the computed input is the smallest that buys this output.
 *
 * @throws {@link CallerError} AMOUNT_TOO_LOW if nothing would arrive.
 */
export function priceTrade(parameters: PriceTradeParameters): PricedTrade {
  const { tradeType, amount, output, pricing, isOwnFill } = parameters
  const { prices } = pricing
  const isExactInput = tradeType === 'EXACT_INPUT'
  const inputAmount = isExactInput ? amount : findInput(parameters)
  const charge = chargeFor(parameters, inputAmount)
  const bought = isOwnFill ? amount : charge.left / valueOfUnit(output, prices)
  const expectedAmount = isExactInput ? bought : amount
  if (expectedAmount <= 0n) {
    throw new CallerError('AMOUNT_TOO_LOW', `The amount ${amount} is too low to cover the fees.`)
  }
  return {
    inputAmount,
    expectedAmount,
    minimumAmount: minimumOf(parameters, expectedAmount),
    topupAmount: charge.topupAmount,
    fees: readFees(parameters, charge, expectedAmount),
    sponsorship: charge.sponsorship,
    appFees: charge.appShares.map(({ recipient, amount: share }) => ({
      recipient,
      amountUsd: toMicroUsd(share, parameters.input, prices),
    })),
    sponsoredUsd: divideUp(charge.sponsored, one),
  }
}

/** Returns the minimum output: at least one unit, at any slippage. */
function minimumOf({ tradeType, pricing, isOwnFill }: PriceTradeParameters, expected: bigint): bigint {
  if (tradeType === 'EXACT_OUTPUT' || isOwnFill) return expected
  const minimum = (expected * (maxBps - pricing.slippageBps)) / maxBps
  return minimum > 0n ? minimum : 1n
}

type Charge = ReturnType<typeof chargeFor>

/** Computes the costs of an input, and the value that is left for the output. All results are values (see `scale`). */
function chargeFor(parameters: PriceTradeParameters, inputAmount: bigint) {
  const { input, pricing, topup, appFees = [], isOwnFill } = parameters
  const { prices } = pricing
  const value = inputAmount * valueOfUnit(input, prices)
  const exchanged = exchange(parameters, inputAmount)
  const bps = platformBps(parameters)
  const paid = isOwnFill ? [] : appFees
  const components = {
    execution: executionValue(parameters),
    swap: value - exchanged,
    relay: divideUp(value * bps, maxBps),
    app: divideUp(value * sumBps(paid), maxBps),
  }
  const sponsorship = applySponsorship({
    ...parameters.sponsorship,
    components: {
      execution: toUsd(components.execution),
      swap: toUsd(components.swap),
      relay: toUsd(components.relay),
      app: toUsd(components.app),
      rent: '0',
    },
  })
  const sponsored = parseUnits(sponsorship.sponsoredTotal, scale + 6)
  const topupAmount = topup ? (topup.value * one) / valueOfUnit(topup.native, prices) : 0n
  const topupValue = topup ? topup.value * one : 0n
  const { execution, swap, relay, app } = components
  const left = value - execution - swap - relay - app + sponsored - topupValue
  const appShares = shareAppFees({ amount: inputAmount, appFees: paid }).fees
  return { value, left, sponsored, sponsorship, topupAmount, topupValue, appShares }
}

/** Computes the value that an input has after its exchange, by prices or at a fixed rate, rounded down. */
function exchange(
  { input, output, pricing, fixedRate, exchangeBps = 0n }: PriceTradeParameters,
  inputAmount: bigint,
): bigint {
  if (!fixedRate) return (inputAmount * valueOfUnit(input, pricing.prices) * (maxBps - exchangeBps)) / maxBps
  const unit = priceOf(output.symbol, pricing.prices) * 10n ** BigInt(scale - input.decimals)
  return (inputAmount * unit * fixedRate.output) / fixedRate.input
}

function executionValue(parameters: PriceTradeParameters): bigint {
  const { pricing, isOwnFill, activationFee = 0n } = parameters
  return isOwnFill ? 0n : (pricing.executionFee + gasFeeOf(parameters) + activationFee) * one
}

/** Returns the gas fee in micro-USD. */
function gasFeeOf({ pricing, isGasless, hasFill = true }: PriceTradeParameters): bigint {
  return pricing.gasFee * ((hasFill ? 1n : 0n) + (isGasless ? 1n : 0n))
}

function platformBps({ input, output, pricing }: PriceTradeParameters): bigint {
  const type = classifyTransaction({ origin: input, destination: output })
  return type === 'bridge' ? 0n : (pricing.swapFeeBps ?? BigInt(platformFeeBps[type]))
}

/** Finds the smallest input that buys the output. A larger input never buys less. */
function findInput(parameters: PriceTradeParameters): bigint {
  const { amount, input, output, pricing, appFees = [], topup, isOwnFill } = parameters
  if (isOwnFill) return amount
  const wanted = amount * valueOfUnit(output, pricing.prices)
  const buys = (candidate: bigint) => chargeFor(parameters, candidate).left >= wanted
  const bps = platformBps(parameters) + sumBps(appFees)
  if (bps >= maxBps) {
    throw new CallerError('AMOUNT_TOO_LOW', `Fees of ${bps} basis points leave nothing of any amount.`)
  }
  // An input that is large enough if the exchange costs nothing. Otherwise the loop doubles it until it is.
  const cost = wanted + executionValue(parameters) + (topup?.value ?? 0n) * one
  let enough = divideUp(divideUp(cost * maxBps, maxBps - bps), valueOfUnit(input, pricing.prices)) + 1n
  while (!buys(enough)) enough = doubled(enough)
  let tooLittle = 0n
  while (enough - tooLittle > 1n) {
    const middle = (enough + tooLittle) / 2n
    if (buys(middle)) enough = middle
    else tooLittle = middle
  }
  return enough
}

function doubled(amount: bigint): bigint {
  if (amount < 2n ** 256n) return amount * 2n
  throw new CallerError('AMOUNT_TOO_LOW', 'At this rate the fees leave nothing of any amount.')
}

/** Splits the fees. The solver gets everything except the integrators' part, and thus also the rounding remainder. */
function readFees(
  parameters: PriceTradeParameters,
  charge: Charge,
  expectedAmount: bigint,
): PricedTrade['fees'] {
  const { input, output, pricing, isOwnFill } = parameters
  if (isOwnFill) return { relayerGas: 0n, relayerService: 0n, app: 0n, subsidized: 0n }
  const unit = valueOfUnit(input, pricing.prices)
  const delivered = expectedAmount * valueOfUnit(output, pricing.prices) + charge.topupValue
  const app = charge.appShares.reduce((sum, { amount }) => sum + amount, 0n)
  const subsidized = divideUp(charge.sponsored, unit)
  const paid = divideUp(charge.value - delivered, unit)
  const relayerGas = divideUp(gasFeeOf(parameters) * one, unit)
  return { relayerGas, relayerService: paid + subsidized - app - relayerGas, app, subsidized }
}

function sumBps(appFees: readonly { fee: string }[]): bigint {
  return appFees.reduce((sum, { fee }) => sum + BigInt(fee), 0n)
}

/** Returns micro-USD per whole unit. A wrapper without a price has the price of its native currency. */
export function priceOf(symbol: string, prices: Prices): bigint {
  const listed = [symbol, symbol.replace(/^w/i, '')].find((name) => Object.hasOwn(prices, name))
  return listed === undefined ? 1_000_000n : prices[listed]!
}

type Unit = Pick<PricedCurrency, 'symbol' | 'decimals'>

/** Computes the value of an amount in micro-USD, to the nearest micro-USD. */
export function toMicroUsd(amount: bigint, currency: Unit, prices: Prices): bigint {
  return divideToNearest(amount * valueOfUnit(currency, prices), one)
}

/** Divides, and rounds a half away from zero. The divisor is above zero. */
export function divideToNearest(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n ? -1n : 1n
  return (2n * dividend + sign * divisor) / (2n * divisor)
}

/** Computes the amount with a value of `microUsd`, rounded up. */
export function fromMicroUsd(microUsd: bigint, currency: Unit, prices: Prices): bigint {
  return divideUp(microUsd * one, valueOfUnit(currency, prices))
}

/** Computes the value of one smallest unit. */
function valueOfUnit({ symbol, decimals }: Unit, prices: Prices): bigint {
  return priceOf(symbol, prices) * 10n ** BigInt(scale - decimals)
}

/** Converts a value to USD, exactly. */
function toUsd(value: bigint): string {
  return formatUnits(value, scale + 6)
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
