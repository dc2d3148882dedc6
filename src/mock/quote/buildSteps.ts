import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { mockDepositoryAbi } from '../../abi/mockDepository.js'
import { isNative } from '../chains/chain.js'
import type { PricedTrade } from '../pricing.js'
import type { QuoteRequest } from './readQuoteRequest.js'

/** One step of a quote, with one transaction. */
export type QuoteStep = {
  id: 'approve' | 'deposit'
  action: string
  description: string
  kind: 'transaction'
  requestId: Hex
  depositAddress: ''
  items: [
    {
      status: 'incomplete'
      data: { from: Hex; to: Hex; data: Hex; value: string; chainId: number }
      check?: { endpoint: string; method: 'GET' }
    },
  ]
}

/** The transactions with which the user pays: one deposit, for a token after an approval of exactly its amount. */
export function buildSteps(
  request: QuoteRequest,
  { inputAmount }: PricedTrade,
  { requestId, orderId }: { requestId: Hex; orderId: Hex },
): QuoteStep[] {
  const { user, input, origin } = request
  const { depository } = origin.contracts
  const transaction = (to: Hex, data: Hex, value: bigint) => ({
    from: lower(user),
    to: lower(to),
    data,
    value: value.toString(),
    chainId: origin.id,
  })
  const check = { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' as const }
  const step = (
    id: QuoteStep['id'],
    description: string,
    data: QuoteStep['items'][0]['data'],
    extra: { check?: typeof check } = {},
  ): QuoteStep => ({
    id,
    action: 'Confirm transaction in your wallet',
    description,
    kind: 'transaction',
    requestId,
    depositAddress: '',
    items: [{ status: 'incomplete', data, ...extra }],
  })
  const deposit = (data: Hex, value: bigint) =>
    step('deposit', `Pay ${input.symbol} to the depository`, transaction(depository, data, value), { check })
  if (isNative(input.address)) {
    return [
      deposit(
        encodeFunctionData({
          abi: mockDepositoryAbi,
          functionName: 'depositNative',
          args: [user, orderId],
        }),
        inputAmount,
      ),
    ]
  }
  const approval = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [depository, inputAmount],
  })
  return [
    step('approve', `Let the depository take ${input.symbol}`, transaction(input.address, approval, 0n)),
    deposit(
      encodeFunctionData({
        abi: mockDepositoryAbi,
        functionName: 'depositErc20',
        args: [user, input.address, inputAmount, orderId],
      }),
      0n,
    ),
  ]
}

function lower(address: Hex): Hex {
  return address.toLowerCase() as Hex
}
