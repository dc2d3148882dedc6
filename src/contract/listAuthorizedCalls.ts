import { type Address, type Hex, isAddressEqual } from 'viem'
import { decodeOrderCall } from '../protocol/order/decodeOrderCall.js'
import type { OrderCall } from '../protocol/order/encodeOrderCall.js'
import type { OrderData } from '../protocol/order/types.js'
import { hashPayment } from '../protocol/payment/hashPayment.js'
import { decodeAuthorizedCall } from '../protocol/registrar/decodeAuthorizedCall.js'

export type ListAuthorizedCallsParameters = {
  orderData: { output: Pick<OrderData['output'], 'calls'> }
  chainId: number
  receiver: Address
}

/** Lists the hashes of an order's calls that pay a receiver. Skips calls that can't be decoded. */
export function listAuthorizedCalls({ orderData, chainId, receiver }: ListAuthorizedCallsParameters): Hex[] {
  return orderData.output.calls.flatMap((call) => {
    const decoded = decode(call as Hex)
    if (!decoded || !isAddressEqual(decoded.to, receiver)) return []
    const payment = decodeAuthorizedCall(decoded.data)
    return payment ? [hashPayment({ chainId, receiver, payment })] : []
  })
}

function decode(call: Hex): OrderCall | undefined {
  try {
    return decodeOrderCall(call)
  } catch {
    return undefined
  }
}
