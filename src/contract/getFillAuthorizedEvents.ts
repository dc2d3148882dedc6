import type { Hex } from 'viem'
import { getContractEvents } from 'viem/actions'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import type { BlockRangeParameters, FillAuthorizedEvent } from './fillEvents.js'

/** A filter; all events of the receiver by default. */
export type FillAuthorizedFilter = {
  /** The order id. */
  id?: Hex | undefined
  /** From `hashPayment`. */
  callHash?: Hex | undefined
}

export type GetFillAuthorizedEventsParameters = ReceiverParameters &
  FillAuthorizedFilter &
  BlockRangeParameters

/**
 * Gets the calls that a receiver authorized in a range of blocks, oldest first.
 *
 * - Rule: presenting the same evidence again emits no event, unless the authorization changed.
 * - Units: `deadline` in Unix seconds.
 *
 * @param client - A client of the destination chain.
 * @param parameters - {@link GetFillAuthorizedEventsParameters}
 * @returns The logs with typed `args`. {@link FillAuthorizedEvent}
 * @throws viem's error when the node refuses the range or can't be reached.
 *
 * @example
 * import { getFillAuthorizedEvents } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => [] }), // in place of http(rpcUrl)
 * })
 *
 * getFillAuthorizedEvents(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   fromBlock: 30_000_000n,
 *   toBlock: 30_000_999n,
 * })
 * // []
 */
export async function getFillAuthorizedEvents(
  client: ReceiverClient,
  { receiver, id, callHash, fromBlock, toBlock }: GetFillAuthorizedEventsParameters,
): Promise<FillAuthorizedEvent[]> {
  return getContractEvents(client, {
    abi: attestedOrderReceiverAbi,
    address: receiver,
    eventName: 'FillAuthorized',
    args: { id, callHash },
    fromBlock,
    toBlock,
    strict: true,
  })
}
