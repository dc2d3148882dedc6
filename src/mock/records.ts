import type * as received from '../service/resources/index.js'

// What the mock writes of the service's records: a client may receive less.

export type Currency = {
  chainId: number
  address: string
  symbol: string
  name: string
  decimals: number
}

export type AmountRecord = {
  currency: Currency
  amount: string
  amountFormatted?: string
  amountUsd?: string
  minimumAmount?: string
}

export type PriceImpact = Partial<
  Record<'swap' | 'execution' | 'relay' | 'app' | 'sponsored', { usd?: string }>
>

export type DeprecatedFees = Partial<
  Record<'gas' | 'relayer' | 'relayerGas' | 'relayerService' | 'app' | 'subsidized', AmountRecord>
>

export type QuoteDetails = Omit<received.QuoteDetails, 'expandedPriceImpact'> & {
  sender: string
  recipient: string
  currencyIn: AmountRecord
  currencyOut: AmountRecord
  expandedPriceImpact?: PriceImpact
}
