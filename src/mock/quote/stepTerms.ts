import type { Hex, LocalAccount } from 'viem'
import type { PricedTrade } from '../pricing.js'
import type { QuoteRequest } from './readQuoteRequest.js'

/** What the steps of a quote are made from. */
export type StepTerms = {
  request: QuoteRequest
  trade: PricedTrade
  requestId: Hex
  orderId: Hex
  /** Signs swaps, and takes permits. */
  solver: LocalAccount
  depositAddress?: Hex | undefined
  /** Unix seconds of the origin chain. */
  now: number
  /** Unix seconds at which the order ends. */
  deadline: number
}
