import { watchContractEvent } from 'viem/actions'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import type { FillAuthorizedEvent, WatchParameters } from './fillEvents.js'
import type { FillAuthorizedFilter } from './getFillAuthorizedEvents.js'

export type WatchFillAuthorizedParameters = ReceiverParameters &
  FillAuthorizedFilter &
  WatchParameters<FillAuthorizedEvent>

/**
 * Watches for calls that a receiver authorized.
 *
 * - Rule: it reports events from its start on; `getFillAuthorizedEvents` returns earlier ones.
 * - Warning: it does not retract events that a reorganization removes, and it misses events while it is not running.
 *
 * @param client - A client of the destination chain.
 * @param parameters - {@link WatchFillAuthorizedParameters}
 * @returns A function that stops watching.
 *
 * @example
 * import { watchFillAuthorized } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => [] }), // in place of http(rpcUrl)
 * })
 *
 * const stop = watchFillAuthorized(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   onEvents: (events) => console.log(events.map(({ args }) => args.id)),
 * })
 *
 * stop()
 * // undefined
 */
export function watchFillAuthorized(
  client: ReceiverClient,
  { receiver, id, callHash, onEvents, onError, pollingInterval }: WatchFillAuthorizedParameters,
): () => void {
  const stop = watchContractEvent(client, {
    abi: attestedOrderReceiverAbi,
    address: receiver,
    eventName: 'FillAuthorized',
    args: { id, callHash },
    onLogs: onEvents,
    onError,
    pollingInterval,
    strict: true,
  })
  return () => {
    stop()
  }
}
