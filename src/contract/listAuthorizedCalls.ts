import { type Address, type Hex, isAddressEqual } from 'viem'
import { tryDecodeOrderCall } from '../protocol/order/decodeOrderCall.js'
import type { OrderData } from '../protocol/order/types.js'
import { hashPayment } from '../protocol/payment/hashPayment.js'
import type { Payment } from '../protocol/payment/payment.js'
import { decodeAuthorizedCall } from '../protocol/registrar/decodeAuthorizedCall.js'

type Order = { output: Pick<OrderData['output'], 'calls'> }

export type ListAuthorizedCallsParameters = {
  orderData: Order
  chainId: number
  receiver: Address
}

/** Lists the hashes of an order's calls that pay a receiver. Skips calls that can't be decoded. */
export function listAuthorizedCalls({ orderData, chainId, receiver }: ListAuthorizedCallsParameters): Hex[] {
  return listCallPayments(orderData, receiver).map((payment) => hashPayment({ chainId, receiver, payment }))
}

/** Lists the terms of an order's calls that pay a receiver. */
export function listCallPayments({ output }: Order, receiver: Address): Payment[] {
  return output.calls.flatMap((call) => {
    const decoded = tryDecodeOrderCall(call as Hex)
    const isOwn = decoded && isAddressEqual(decoded.to, receiver)
    return (isOwn && decodeAuthorizedCall(decoded.data)) || []
  })
}
