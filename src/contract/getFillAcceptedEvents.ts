import type { Address, Hex } from 'viem'
import { getContractEvents } from 'viem/actions'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import type { BlockRangeParameters, FillAcceptedEvent } from './fillEvents.js'

/** A filter; all events of the receiver by default. */
export type FillAcceptedFilter = {
  /** The order id of a direct fill, the call hash of an authorized one. */
  id?: Hex | undefined
  recipient?: Address | undefined
  solver?: Address | undefined
}

export type GetFillAcceptedEventsParameters = ReceiverParameters & FillAcceptedFilter & BlockRangeParameters

/**
 * Gets the fills that a receiver accepted in a range of blocks, oldest first.
 *
 * - Units: `amount` is what arrived, in the smallest unit of `token`; `token` zero is the native currency.
 *
 * @param client - A client of the destination chain.
 * @param parameters - {@link GetFillAcceptedEventsParameters}
 * @returns The logs with typed `args`. {@link FillAcceptedEvent}
 * @throws viem's error when the node refuses the range or can't be reached.
 *
 * @example
 * import { getFillAcceptedEvents } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => [] }), // in place of http(rpcUrl)
 * })
 *
 * getFillAcceptedEvents(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   fromBlock: 30_000_000n,
 *   toBlock: 30_000_999n,
 * })
 * // []
 */
export async function getFillAcceptedEvents(
  client: ReceiverClient,
  { receiver, id, recipient, solver, fromBlock, toBlock }: GetFillAcceptedEventsParameters,
): Promise<FillAcceptedEvent[]> {
  return getContractEvents(client, {
    abi: attestedOrderReceiverAbi,
    address: receiver,
    eventName: 'FillAccepted',
    args: { id, recipient, solver },
    fromBlock,
    toBlock,
    strict: true,
  })
}
