import { formatUnits } from 'viem'
import type { ChainCurrency } from '../chains/chain.js'
import { type Prices, toMicroUsd } from '../pricing.js'

export function toCurrencyRecord({ chainId, address, symbol, name, decimals }: ChainCurrency) {
  return {
    chainId,
    address: address.toLowerCase(),
    symbol,
    name,
    decimals,
    metadata: { logoURI: '', verified: true },
  }
}

/** Creates an amount record. Units: smallest unit. */
export function toAmountRecord(currency: ChainCurrency, amount: bigint, prices: Prices, minimum = amount) {
  return {
    currency: toCurrencyRecord(currency),
    amount: amount.toString(),
    amountFormatted: formatUnits(amount, currency.decimals),
    amountUsd: formatUsd(toMicroUsd(amount, currency, prices)),
    minimumAmount: minimum.toString(),
  }
}

/** Converts micro-USD to a number, for the few fields that the service writes as numbers. */
export function toUsdNumber(microUsd: bigint): number {
  return Number(microUsd) / 1e6
}

/** Formats micro-USD as USD with six decimals. */
export function formatUsd(microUsd: bigint): string {
  const [whole, fraction = ''] = formatUnits(microUsd, 6).split('.')
  return `${whole}.${fraction.padEnd(6, '0')}`
}
