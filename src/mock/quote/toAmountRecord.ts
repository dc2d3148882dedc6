import { formatUnits } from 'viem'
import type { Currency } from '../chains/chain.js'
import { type Prices, toMicroUsd } from '../pricing.js'

export type CurrencyRecord = {
  chainId: number
  address: string
  symbol: string
  name: string
  decimals: number
  metadata: { logoURI: string; verified: boolean }
}

export type AmountRecord = {
  currency: CurrencyRecord
  amount: string
  amountFormatted: string
  amountUsd: string
  minimumAmount: string
}

export function toCurrencyRecord({ chainId, address, symbol, name, decimals }: Currency): CurrencyRecord {
  return {
    chainId,
    address: address.toLowerCase(),
    symbol,
    name,
    decimals,
    metadata: { logoURI: '', verified: true },
  }
}

/** Smallest units; `minimum` is the amount itself where it does not vary. */
export function toAmountRecord(
  currency: Currency,
  amount: bigint,
  minimum: bigint,
  prices: Prices,
): AmountRecord {
  return {
    currency: toCurrencyRecord(currency),
    amount: amount.toString(),
    amountFormatted: formatUnits(amount, currency.decimals),
    amountUsd: formatUsd(toMicroUsd(amount, currency, prices)),
    minimumAmount: minimum.toString(),
  }
}

/** Six decimals, as amounts in micro-USD have. */
export function formatUsd(microUsd: bigint): string {
  const [whole, fraction = ''] = formatUnits(microUsd, 6).split('.')
  return `${whole}.${fraction.padEnd(6, '0')}`
}
