import { formatUnits, parseUnits } from 'viem'
import type { FeeComponent } from '../../service/resources/codes.js'
import { type ChainCurrency, isNative } from '../chains/chain.js'
import { divideToNearest, fromMicroUsd, type PricedTrade, type Prices, toMicroUsd } from '../pricing.js'
import { wrapperOf } from './asWrap.js'
import type { CheckedQuoteRequest, Place } from './checkedQuoteRequest.js'
import { swapSource } from './swapSource.js'
import { formatUsd, toAmountRecord } from './toAmountRecord.js'

/** Describes the quote's deprecated `fees`. All of them are paid in the input's currency. */
export function describeFees({ origin, input }: CheckedQuoteRequest, { fees }: PricedTrade, prices: Prices) {
  const { relayerGas, relayerService, app, subsidized } = fees
  const amount = (value: bigint, currency = input) => toAmountRecord(currency, value, prices)
  return {
    gas: amount(0n, origin.currencies[0]!),
    relayer: amount(relayerGas + relayerService),
    relayerGas: amount(relayerGas),
    relayerService: amount(relayerService),
    app: amount(app),
    subsidized: amount(subsidized),
  }
}

/** Describes the quote's `details`. Costs are negative USD. */
export function describeTrade(
  request: CheckedQuoteRequest,
  trade: PricedTrade,
  { prices, userBalance }: { prices: Prices; userBalance: bigint },
) {
  const { destination, input, output } = request
  const { inputAmount, expectedAmount, minimumAmount, topupAmount, sponsorship } = trade
  const currencyIn = toAmountRecord(input, inputAmount, prices)
  const currencyOut = toAmountRecord(output, expectedAmount, prices, minimumAmount)
  const native = destination.currencies[0]!
  const inputUsd = toMicroUsd(inputAmount, input, prices)
  const delivered = toMicroUsd(expectedAmount, output, prices) + toMicroUsd(topupAmount, native, prices)
  const impact = delivered - inputUsd
  const { execution, swap, app } = sponsorship.components
  const costs = { execution: readUsd(execution!.total), swap: readUsd(swap!.total), app: readUsd(app!.total) }
  const sponsored = readUsd(sponsorship.sponsoredTotal)
  return {
    operation: operationOf(request),
    sender: request.user.toLowerCase(),
    recipient: request.recipient.toLowerCase(),
    currencyIn,
    currencyOut,
    refundCurrency: currencyIn,
    ...(topupAmount > 0n && { currencyGasTopup: toAmountRecord(native, topupAmount, prices) }),
    totalImpact: describeImpact(impact, inputUsd),
    swapImpact: describeImpact(-costs.swap, inputUsd),
    // The service gets the rounding remainder, so that the components add up to the total impact exactly.
    expandedPriceImpact: {
      swap: { usd: formatUsd(-costs.swap) },
      execution: { usd: formatUsd(-costs.execution) },
      relay: { usd: formatUsd(impact + costs.swap + costs.execution + costs.app - sponsored) },
      app: { usd: formatUsd(-costs.app) },
      sponsored: { usd: formatUsd(sponsored) },
    },
    rate: formatRate(request, trade),
    slippageTolerance: {
      total: String(
        expectedAmount === 0n ? 0n : ((expectedAmount - minimumAmount) * 10_000n) / expectedAmount,
      ),
      origin: describeSlippage(input, 0n, inputAmount, prices),
      destination: describeSlippage(output, expectedAmount - minimumAmount, expectedAmount, prices),
    },
    /** Seconds. */
    timeEstimate: 1,
    userBalance: userBalance.toString(),
    isFixedRate: request.fixedRate !== undefined,
    route: describeRoute(request, currencyIn, currencyOut),
  }
}

/** Splits each component between its payers. Amounts are in the input's currency, rounded up. */
export function describeSponsorship(
  { input, sponsorship: { maxSubsidizationAmount } }: CheckedQuoteRequest,
  { sponsorship }: PricedTrade,
  prices: Prices,
) {
  const amount = (usd: string) => {
    const micro = readUsd(usd)
    const units = micro < 0n ? -fromMicroUsd(-micro, input, prices) : fromMicroUsd(micro, input, prices)
    return { ...toAmountRecord(input, units, prices), amountUsd: formatUsd(micro) }
  }
  const components = Object.entries(sponsorship.components) as [
    FeeComponent,
    (typeof sponsorship.components)['app'],
  ][]
  return {
    quoted: {
      selectedComponents: sponsorship.selectedComponents,
      ...(maxSubsidizationAmount !== undefined && {
        maxSubsidizationAmount: maxSubsidizationAmount.toString(),
      }),
      capHit: sponsorship.capHit,
      components: Object.fromEntries(
        components.map(([name, fee]) => [
          name,
          {
            selected: fee!.selected,
            total: amount(fee!.total),
            sponsored: amount(fee!.sponsored),
            userPays: amount(fee!.userPays),
          },
        ]),
      ),
      sponsoredTotal: amount(sponsorship.sponsoredTotal),
      userPaysTotal: amount(sponsorship.userPaysTotal),
    },
  }
}

function operationOf({ payment, input, output }: CheckedQuoteRequest) {
  if (payment === 'send') return 'send'
  if (payment === 'wrap') return isNative(input.address) ? 'wrap' : 'unwrap'
  return payment === 'swap' || input.symbol !== output.symbol ? 'swap' : 'bridge'
}

/** Describes the route. The solver makes the swaps between chains, and the exchange makes the swaps on one chain. */
function describeRoute(request: CheckedQuoteRequest, currencyIn: object, currencyOut: object) {
  const { origin, destination, payment } = request
  if (payment === 'swap' || payment === 'wrap') {
    const router = payment === 'swap' ? origin.chain!.contracts.exchange : wrapperOf(request)
    const side = {
      inputCurrency: currencyIn,
      outputCurrency: currencyOut,
      router: router.toLowerCase(),
      ...(payment === 'swap' && { includedSwapSources: [swapSource] }),
    }
    return { origin: side, destination: { ...side, inputCurrency: currencyOut } }
  }
  return {
    origin: { inputCurrency: currencyIn, outputCurrency: currencyIn, router: routerOf(origin) },
    destination: { inputCurrency: currencyOut, outputCurrency: currencyOut, router: routerOf(destination) },
  }
}

function routerOf({ chain, depository }: Place): string {
  return (chain?.router.address ?? depository).toLowerCase()
}

function describeImpact(usd: bigint, of: bigint) {
  return { usd: formatUsd(usd), percent: formatPercent(usd, of) }
}

function describeSlippage(currency: ChainCurrency, amount: bigint, of: bigint, prices: Prices) {
  return {
    usd: formatUsd(toMicroUsd(amount, currency, prices)),
    value: amount.toString(),
    percent: formatPercent(amount, of),
  }
}

/** Converts an exact decimal to micro-USD, to the nearest micro-USD. */
function readUsd(usd: string): bigint {
  return parseUnits(usd, 6)
}

/** Formats a percentage with two decimals, rounded to the nearest. */
function formatPercent(part: bigint, whole: bigint): string {
  const hundredths = whole === 0n ? 0n : divideToNearest(part * 10_000n, whole)
  const [units, fraction = ''] = formatUnits(hundredths, 2).split('.')
  return `${units}.${fraction.padEnd(2, '0')}`
}

/** Formats a rate, the number of whole units of output for one whole unit of input, with at most 18 decimals. */
function formatRate(
  { input, output }: CheckedQuoteRequest,
  { inputAmount, expectedAmount }: PricedTrade,
): string {
  const out = (expectedAmount * 10n ** BigInt(18 + input.decimals)) / 10n ** BigInt(output.decimals)
  return formatUnits(out / inputAmount, 18)
}
