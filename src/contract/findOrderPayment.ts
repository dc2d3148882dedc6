import { type Address, type Hex, isAddressEqual } from 'viem'
import { getChainId } from 'viem/actions'
import { decodeOrderCall } from '../protocol/order/decodeOrderCall.js'
import type { OrderData } from '../protocol/order/types.js'
import { hashPayment } from '../protocol/payment/hashPayment.js'
import { decodeAuthorizedCall } from '../protocol/registrar/decodeAuthorizedCall.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { isCallPaid } from './isCallPaid.js'

export type FindOrderPaymentParameters = ReceiverParameters & {
  /** The quote's `protocol.v2.orderData`. */
  order: { output: Pick<OrderData['output'], 'calls'> }
}

export type FindOrderPaymentReturnType = {
  /** What is paid once, and what `FillAccepted` and the hook have as their id. */
  callHash: Hex
  /** Zero for the native currency. */
  token: Address
  /** The least that the call must bring, in the token's smallest unit. */
  minimum: bigint
  isPaid: boolean
} | null

/**
 * Finds the call of `payAuthorized` by which an order pays a receiver, and reads whether it was paid.
 *
 * - Rule: an order that authorized a call has no payment of its own; several orders may share one call.
 *
 * @param client - A client of the destination chain.
 * @param parameters - {@link FindOrderPaymentParameters}
 * @returns {@link FindOrderPaymentReturnType}, null for an order without such a call.
 * @throws {@link OrderFieldError} on a malformed call; viem's error when no receiver answers.
 *
 * @example
 * import { findOrderPayment } from 'fillproof/contract'
 *
 * const isOrderPaid = async (client, receiver, order) =>
 *   (await findOrderPayment(client, { receiver, order }))?.isPaid ?? false
 */
export async function findOrderPayment(
  client: ReceiverClient,
  { receiver, order }: FindOrderPaymentParameters,
): Promise<FindOrderPaymentReturnType> {
  const chainId = await getChainId(client)
  for (const blob of order.output.calls) {
    const { to, data } = decodeOrderCall(blob as Hex)
    const payment = isAddressEqual(to, receiver) ? decodeAuthorizedCall(data) : undefined
    if (!payment) continue
    const callHash = hashPayment({ chainId, receiver, payment })
    const { token, minimum } = payment
    return { callHash, token, minimum, isPaid: await isCallPaid(client, { receiver, callHash }) }
  }
  return null
}
