import type { Hex } from 'viem'

export type TransactionData = { from: Hex; to: Hex; data: Hex; value: string; chainId: number }

type StepCheck = { endpoint: string; method: 'GET' }

/** One step of a quote, with one transaction or one signature. */
export type QuoteStep = {
  id: 'approve' | 'deposit' | 'swap' | 'send' | 'authorize' | 'authorize1'
  action: string
  description: string
  kind: 'transaction' | 'signature'
  requestId: Hex
  depositAddress: string
  items: { status: 'incomplete'; data: Record<string, unknown>; check?: StepCheck }[]
}

type StepParameters = {
  description: string
  requestId: Hex
  data: Record<string, unknown>
  check?: StepCheck
  depositAddress?: Hex | undefined
}

export function transactionStep(
  id: 'approve' | 'deposit' | 'swap' | 'send',
  { description, requestId, data, check, depositAddress }: StepParameters,
): QuoteStep {
  return {
    id,
    action: 'Confirm transaction in your wallet',
    description,
    kind: 'transaction',
    requestId,
    depositAddress: depositAddress?.toLowerCase() ?? '',
    items: [{ status: 'incomplete', data, ...(check && { check }) }],
  }
}

export function signatureStep({ description, requestId, data, check }: StepParameters): QuoteStep {
  return {
    id: 'authorize1',
    action: 'Sign authorization',
    description,
    kind: 'signature',
    requestId,
    depositAddress: '',
    items: [{ status: 'incomplete', data, ...(check && { check }) }],
  }
}
