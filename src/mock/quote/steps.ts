import type { Hex, LocalAccount } from 'viem'
import type { PricedTrade } from '../pricing.js'
import type { CheckedQuoteRequest } from './checkedQuoteRequest.js'

export type StepInputs = {
  request: CheckedQuoteRequest
  trade: PricedTrade
  requestId: Hex
  orderId: Hex
  /** Submits permits. */
  solver: LocalAccount
  swapSigner: LocalAccount
  depositAddress?: Hex
  /** Unix seconds of the origin chain. */
  now: number
  /** Unix seconds at which the order ends. */
  deadline: number
}

/** One step of a quote, with one transaction or one signature. */
export type QuoteStep = {
  id: 'approve' | 'deposit' | 'swap' | 'send' | 'authorize' | 'authorize1'
  action: string
  description: string
  kind: 'transaction' | 'signature'
  requestId: Hex
  depositAddress: string
  items: [
    { status: 'incomplete'; data: Record<string, unknown>; check?: { endpoint: string; method: 'GET' } },
  ]
}

const actions = { transaction: 'Confirm transaction in your wallet', signature: 'Sign authorization' }

/** Creates a step. With `isPayment`, the `check` of the step names the endpoint that reports the status. */
export function createStep(
  id: QuoteStep['id'],
  parameters: {
    description: string
    requestId: Hex
    data: Record<string, unknown>
    isPayment?: boolean
    depositAddress?: Hex
  },
): QuoteStep {
  const { description, requestId, data, isPayment = false, depositAddress } = parameters
  const kind = id.startsWith('authorize') ? 'signature' : 'transaction'
  const endpoint = `/intents/status/v3?requestId=${requestId}`
  return {
    id,
    action: actions[kind],
    description,
    kind,
    requestId,
    depositAddress: depositAddress?.toLowerCase() ?? '',
    items: [{ status: 'incomplete', data, ...(isPayment && { check: { endpoint, method: 'GET' } }) }],
  }
}
