import type { Hex } from 'viem'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { readFunction } from './readFunction.js'
import { readOptions } from './readOptions.js'

export type IsPaidParameters = ReceiverParameters & {
  /** The id of a direct fill's order, a registrar's requestId, or the hash of an authorized call. */
  id: Hex
}

/**
 * Reads whether a receiver has paid a directly filled order, a registrar's request, or an authorized call.
 *
 * - Trust: the receiver measured the delivery; the client's node reports it.
 * - An order whose call was authorized is paid by the call: see {@link findOrderPayment}.
 * - Warning: a payment does not prove a deposit on the origin chain. The payment of a call shows only that the receiver got at
 *   least the call's minimum in the call's token. The orders with the call may promise something else.
 * - Warning: for call hashes use {@link isCallPaid}, since a solver can attest any request id.
 *
 * @param client - A client of the destination chain.
 * @throws {@link FillRevertedError} if another contract answers at the address; viem's error if no contract answers.
 *
 * @example
 * import { isPaid } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({ transport: custom(window.ethereum) })
 *
 * isPaid(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   id: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 * })
 * // true
 */
export async function isPaid(client: ReceiverClient, parameters: IsPaidParameters): Promise<boolean> {
  const { receiver, id } = readOptions(parameters, 'receiver', 'id')
  return readFunction(client, { receiver }, 'isPaid', [id])
}
