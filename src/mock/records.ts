import type * as received from '../service/resources/index.js'

// The records as the mock sends them. From the service, a client may receive fewer fields.

export type SentCurrency = {
  chainId: number
  address: string
  symbol: string
  name: string
  decimals: number
}

export type SentAmount = {
  currency: SentCurrency
  amount: string
  amountFormatted?: string
  amountUsd?: string
  minimumAmount?: string
}

export type SentPriceImpact = Partial<
  Record<'swap' | 'execution' | 'relay' | 'app' | 'sponsored', { usd?: string }>
>

export type SentFees = Partial<
  Record<'gas' | 'relayer' | 'relayerGas' | 'relayerService' | 'app' | 'subsidized', SentAmount>
>

export type SentDetails = Omit<received.QuoteDetails, 'expandedPriceImpact'> & {
  sender: string
  recipient: string
  currencyIn: SentAmount
  currencyOut: SentAmount
  expandedPriceImpact?: SentPriceImpact
}
