import type { Address, Hex } from 'viem'
import { getChainId } from 'viem/actions'
import type { OrderData } from '../protocol/order/types.js'
import { hashPayment } from '../protocol/payment/hashPayment.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { isCallPaid } from './isCallPaid.js'
import { listCallPayments } from './listAuthorizedCalls.js'
import { readOptions } from './readOptions.js'

export type FindOrderPaymentParameters = ReceiverParameters & {
  /** The quote's `protocol.v2.orderData`. */
  order: { output: Pick<OrderData['output'], 'calls'> }
}

export type FindOrderPaymentReturnType = {
  /** The id that the receiver pays at most once. `FillAccepted` and the hook report the call by this id. */
  callHash: Hex
  /** Zero for the native currency. */
  token: Address
  /** The least that the call must bring, in the token's smallest unit. */
  minimum: bigint
  isPaid: boolean
} | null

/**
 * Finds the call of `payAuthorized` that an order makes to pay a receiver, and reads whether the call was paid.
 *
 * - The receiver records no payment under the id of such an order: the payment of the call pays the order. Several orders may
 *   share one call.
 *
 * @param client - A client of the destination chain.
 * @returns {@link FindOrderPaymentReturnType}, null for an order without such a call.
 * @throws viem's error if no receiver answers.
 *
 * @example
 * import { encodeOrderCall } from 'fillproof'
 * import { findOrderPayment, prepareAuthorizedCall } from 'fillproof/contract'
 * import { createPublicClient, custom, pad, zeroAddress } from 'viem'
 *
 * const receiver = '0x1234567890123456789012345678901234567890'
 * const { txs } = prepareAuthorizedCall({
 *   receiver,
 *   chainId: 8453,
 *   payment: {
 *     originChainId: 1,
 *     originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     originCurrency: zeroAddress,
 *     token: zeroAddress,
 *     minimum: 10n ** 18n,
 *     recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     refundTo: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     deadline: 1800000000,
 *   },
 * })
 * const calls = txs.map(({ to, data, value }) => encodeOrderCall({ to, data, value }))
 * const answers = { eth_chainId: '0x2105', eth_call: pad('0x01') }
 * const client = createPublicClient({
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of http(rpcUrl)
 * })
 *
 * const { token, minimum, isPaid } = await findOrderPayment(client, { receiver, order: { output: { calls } } })
 *
 * isPaid && token === zeroAddress && minimum === 10n ** 18n
 * // true
 */
export async function findOrderPayment(
  client: ReceiverClient,
  parameters: FindOrderPaymentParameters,
): Promise<FindOrderPaymentReturnType> {
  const { receiver, order } = readOptions(parameters, 'receiver', 'order')
  readOptions(order, 'output')
  readOptions({ calls: order.output.calls }, 'calls')
  const [payment] = listCallPayments(order, receiver)
  if (!payment) return null
  const chainId = await getChainId(client)
  const callHash = hashPayment({ chainId, receiver, payment })
  const { token, minimum } = payment
  return { callHash, token, minimum, isPaid: await isCallPaid(client, { receiver, callHash }) }
}
