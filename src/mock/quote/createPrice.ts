import type { MockContext } from '../context.js'
import { describeFees, describeTrade } from './describeTrade.js'
import { priceRequest } from './priceRequest.js'

/** Answers POST /price: what a quote says of the trade, and nothing that has to be kept. */
export async function createPrice(body: unknown, context: MockContext, apiKey?: string) {
  const { request, trade, userBalance } = await priceRequest(body, context, apiKey)
  const { prices } = context.pricing
  const { refundCurrency, expandedPriceImpact, route, isFixedRate, ...details } = describeTrade(
    request,
    trade,
    { prices, userBalance },
  )
  return { fees: describeFees(request, trade, prices), details }
}
