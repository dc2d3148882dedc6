import { formatUnits, parseUnits } from 'viem'
import { appFees } from '../../../service/fees/appFees.js'
import type { FeeSponsorship } from '../../../service/resources/quote.js'
import type { LedgerRequest } from '../../ledger.js'
import { divideToNearest, type Pricing } from '../../pricing.js'
import { formatUsd } from '../../quote/toAmountRecord.js'
import type { SentAmount, SentCurrency, SentPriceImpact } from '../../records.js'
import type { RequestTransactions } from './createTransactionReader.js'

/** Maps the names of fee components in a record to the names in a quote. */
const components = { swap: 'swap', execution: 'execution', platform: 'relay', app: 'app' } as const

/**
 * Describes the fees of a record: the quoted ones, and after a fill the actual ones.
 *
 * A fee is positive here, but negative in a quote's `expandedPriceImpact`.
 */
export function describeRequestFees({ quote }: LedgerRequest, actualImpact?: SentPriceImpact) {
  if (!quote?.details.expandedPriceImpact) return null
  const { currencyIn, expandedPriceImpact } = quote.details
  return {
    quoted: describeComponents(expandedPriceImpact, currencyIn),
    ...(actualImpact && { actual: describeComponents(actualImpact, currencyIn) }),
    currency: currencyIn.currency,
  }
}

/**
 * Computes the price impact of a filled request. Returns undefined before the fill.
 *
 * Replaces the quote's estimate of the solver's gas with the gas of the actual transactions. The amounts stay as quoted,
 * so the service pays or keeps the difference. The components still add up to the total impact.
 */
export function readActualImpact(
  { quote, status, terms, txHashes, request }: LedgerRequest,
  { inTxs, outTxs }: RequestTransactions,
  { gasFee }: Pricing,
): SentPriceImpact | undefined {
  const impact = quote?.details.expandedPriceImpact
  if (!impact || status !== 'success') return undefined
  if (['swap', 'send', 'wrap'].includes(terms.payment)) return impact
  const isGasless = !!request.usePermit || !!request.originGasOverhead
  const sent = [...outTxs.slice(0, txHashes.length), ...(isGasless ? inTxs : [])]
  const gas = sent.reduce((sum, { feeUsd }) => sum + readUsd(feeUsd?.toString()), 0n)
  const difference = gas - gasFee * (isGasless ? 2n : 1n)
  const add = (part: { usd?: string } | undefined, usd: bigint) => ({
    usd: formatUsd(readUsd(part?.usd) + usd),
  })
  return { ...impact, execution: add(impact.execution, -difference), relay: add(impact.relay, difference) }
}

/** Micro-USD. */
function readUsd(usd: string | null | undefined): bigint {
  return parseUnits(usd ?? '0', 6)
}

function describeComponents(impact: SentPriceImpact, paid: SentAmount) {
  const feeOf = (usd: string | null | undefined, sign: bigint) => describeFee(sign * readUsd(usd), paid)
  return {
    ...Object.fromEntries(
      Object.entries(components).map(([name, ofQuote]) => [name, feeOf(impact[ofQuote]?.usd, -1n)]),
    ),
    sponsored: feeOf(impact.sponsored?.usd, 1n),
  }
}

/** Converts a fee to the input's currency at the quote's price, to the nearest unit. */
function describeFee(amountUsd: bigint, { amount: paid, amountUsd: paidUsd, currency }: SentAmount) {
  const whole = readUsd(paidUsd)
  const amount = whole === 0n ? 0n : divideToNearest(amountUsd * BigInt(paid), whole)
  return {
    usd: formatUsd(amountUsd),
    amount: amount.toString(),
    amountFormatted: formatUnits(amount, currency.decimals),
  }
}

/** Lists the fee of each integrator, in the input's currency. */
export function listAppFees({ terms, request, quote }: LedgerRequest) {
  const earned = terms.appFees ?? []
  const asked = Array.isArray(request.appFees) ? request.appFees : []
  if (earned.length === 0 || asked.length !== earned.length || !quote) return []
  const { fees } = appFees({ amount: terms.inputAmount, appFees: asked })
  const { decimals } = quote.details.currencyIn.currency
  return earned.map(({ recipient, amountUsd }, index) => ({
    recipient: recipient.toLowerCase(),
    bps: String(asked[index].fee),
    amount: fees[index]!.amount.toString(),
    amountFormatted: formatUnits(fees[index]!.amount, decimals),
    amountUsd: formatUsd(amountUsd),
  }))
}

/**
 * Describes the quote's sponsorship as a record does: with other names of the components, and all amounts in one currency.
 */
export function describeRequestSponsorship({
  quote,
  status,
}: LedgerRequest): (FeeSponsorship & Shared) | null {
  const quoted = quote?.feeSponsorship?.quoted
  if (!quote || !quoted) return null
  const { currency } = quote.details.currencyIn
  const side = rename(withoutCurrencies(quoted)) as typeof quoted
  return { quoted: side, ...(status === 'success' && { actual: side }), currency }
}

type Shared = { currency: SentCurrency }

function withoutCurrencies(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCurrencies)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'currency')
      .map(([name, entry]) => [name, withoutCurrencies(entry)]),
  )
}

function rename(side: unknown): unknown {
  const { selectedComponents, components, ...rest } = side as Record<string, never>
  const toName = (name: string) => (name === 'relay' ? 'platform' : name)
  return {
    ...rest,
    selectedComponents: (selectedComponents as string[] | undefined)?.map(toName),
    components: Object.fromEntries(
      Object.entries(components ?? {}).map(([name, component]) => [toName(name), component]),
    ),
  }
}
