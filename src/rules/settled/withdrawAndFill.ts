import type { Address } from 'viem'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import type { Order } from '../../protocol/order/readOrderData.js'
import { isSame } from './isSame.js'
import { readLogs } from './settlementEvents.js'
import type { SettlementReceipt } from './types.js'

/**
 * Whether the oracle may let the depository pay an order by itself, which settles the order without checking its calls.
 *
 * - The order must have one input of weight 1, one refund on the input's chain in the input's currency, and one payment on an EVM
 *   chain. The published orders have two refunds.
 */
export function allowsWithdrawAndFill({ inputs, output }: Pick<Order, 'inputs' | 'output'>): boolean {
  const [input] = inputs
  const [refund] = input?.refunds ?? []
  if (!input || !refund || inputs.length > 1 || input.refunds.length > 1) return false
  const { weight, chainId, currency } = input.payment
  const isOwn = refund.chainId === chainId && refund.currency === currency
  return weight === 1n && isOwn && output.payments.length === 1 && isEvmChain(output.chainId)
}

/** Whether the depository of the destination chain made a call in the transaction. */
export function isPaidOut(depository: Address | undefined, receipt: SettlementReceipt | undefined): boolean {
  if (!depository || !receipt) return false
  return readLogs(receipt.logs, 'RelayCallExecuted').some(({ address }) => isSame(address, depository))
}
