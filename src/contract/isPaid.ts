import type { Hex } from 'viem'
import { readContract } from 'viem/actions'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { throwRevert } from './throwRevert.js'

export type IsPaidParameters = ReceiverParameters & {
  /** An order id or the hash of an authorized call. */
  id: Hex
}

/**
 * Reads whether an order, or the call that it led to, was paid through a receiver.
 *
 * - Trust: the receiver measured the delivery; the client's node reports it.
 * - Warning: it does not prove a deposit on the origin chain. Several orders may lead to one call, and one payment
 *   makes all of them read true: count payments by `FillAccepted`.
 *
 * @param client - A client of the destination chain.
 * @param parameters - {@link IsPaidParameters}
 * @throws {@link FillRevertedError} when something else answers at the address; viem's error when nothing does.
 *
 * @example
 * import { isPaid } from 'fillproof/contract'
 * import { createPublicClient, custom, pad } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => pad('0x01') }), // in place of http(rpcUrl)
 * })
 *
 * isPaid(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   id: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 * })
 * // true
 */
export async function isPaid(client: ReceiverClient, { receiver, id }: IsPaidParameters): Promise<boolean> {
  return throwRevert(
    'isPaid',
    readContract(client, {
      abi: attestedOrderReceiverAbi,
      address: receiver,
      functionName: 'isPaid',
      args: [id],
    }),
  )
}
