import { formatUnits } from 'viem'
import { type PricedTrade, toMicroUsd } from '../pricing.js'
import type { QuoteRequest } from './readQuoteRequest.js'
import { formatUsd, toAmountRecord } from './toAmountRecord.js'

/** The quote's deprecated `fees`: everything is paid in the input's currency. */
export function describeFees({ origin, input }: QuoteRequest, { gasFee, serviceFee }: PricedTrade) {
  const native = origin.currencies[0]!
  return {
    gas: toAmountRecord(native, 0n),
    relayer: toAmountRecord(input, gasFee + serviceFee),
    relayerGas: toAmountRecord(input, gasFee),
    relayerService: toAmountRecord(input, serviceFee),
    app: toAmountRecord(input, 0n),
    subsidized: toAmountRecord(input, 0n),
  }
}

/** The quote's `details`. Costs are negative USD. */
export function describeTrade(request: QuoteRequest, trade: PricedTrade, userBalance: bigint) {
  const { origin, destination, input, output } = request
  const { inputAmount, expectedAmount, minimumAmount, gasFee, serviceFee } = trade
  const currencyIn = toAmountRecord(input, inputAmount)
  const currencyOut = toAmountRecord(output, expectedAmount, minimumAmount)
  const inputUsd = toMicroUsd(inputAmount, input)
  const impact = toMicroUsd(expectedAmount, output) - inputUsd
  const isSwap = input.symbol !== output.symbol
  return {
    operation: isSwap ? 'swap' : 'bridge',
    sender: request.user.toLowerCase(),
    recipient: request.recipient.toLowerCase(),
    currencyIn,
    currencyOut,
    refundCurrency: currencyIn,
    totalImpact: { usd: formatUsd(impact), percent: formatPercent(impact, inputUsd) },
    swapImpact: { usd: formatUsd(0n), percent: formatPercent(0n, inputUsd) },
    expandedPriceImpact: {
      swap: { usd: formatUsd(0n) },
      execution: { usd: formatUsd(-toMicroUsd(gasFee, input)) },
      relay: { usd: formatUsd(-toMicroUsd(serviceFee, input)) },
      app: { usd: formatUsd(0n) },
    },
    rate: formatRate(request, trade),
    slippageTolerance: {
      origin: describeSlippage(request.input, 0n, inputAmount),
      destination: describeSlippage(request.output, expectedAmount - minimumAmount, expectedAmount),
    },
    /** Seconds. */
    timeEstimate: 1,
    userBalance: userBalance.toString(),
    isFixedRate: false,
    route: {
      origin: {
        inputCurrency: currencyIn,
        outputCurrency: currencyIn,
        router: origin.contracts.router.toLowerCase(),
      },
      destination: {
        inputCurrency: currencyOut,
        outputCurrency: currencyOut,
        router: destination.contracts.router.toLowerCase(),
      },
    },
  }
}

function describeSlippage(currency: QuoteRequest['input'], amount: bigint, of: bigint) {
  return {
    usd: formatUsd(toMicroUsd(amount, currency)),
    value: amount.toString(),
    percent: formatPercent(amount, of),
  }
}

/** Two decimals, cut. */
function formatPercent(part: bigint, whole: bigint): string {
  const hundredths = whole === 0n ? 0n : (part * 10_000n) / whole
  const [units, fraction = ''] = formatUnits(hundredths, 2).split('.')
  return `${units}.${fraction.padEnd(2, '0')}`
}

/** Whole units of the output for one of the input, with 18 decimals at most. */
function formatRate({ input, output }: QuoteRequest, { inputAmount, expectedAmount }: PricedTrade): string {
  const out = expectedAmount * 10n ** BigInt(18 + input.decimals - output.decimals)
  return formatUnits(out / inputAmount, 18)
}
