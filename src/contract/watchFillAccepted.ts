import { watchContractEvent } from 'viem/actions'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import type { FillAcceptedEvent, WatchParameters } from './fillEvents.js'
import type { FillAcceptedFilter } from './getFillAcceptedEvents.js'

export type WatchFillAcceptedParameters = ReceiverParameters &
  FillAcceptedFilter &
  WatchParameters<FillAcceptedEvent>

/**
 * Watches for fills that a receiver accepted.
 *
 * - Rule: it reports events from its start on; `getFillAcceptedEvents` returns earlier ones.
 * - Warning: it does not retract events that a reorganization removes, and it misses events while it is not running.
 *
 * @param client - A client of the destination chain.
 * @param parameters - {@link WatchFillAcceptedParameters}
 * @returns A function that stops watching.
 *
 * @example
 * import { watchFillAccepted } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => [] }), // in place of http(rpcUrl)
 * })
 *
 * const stop = watchFillAccepted(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   onEvents: (events) => console.log(events.map(({ args }) => args.id)),
 * })
 *
 * stop()
 * // undefined
 */
export function watchFillAccepted(
  client: ReceiverClient,
  { receiver, id, recipient, solver, onEvents, onError, pollingInterval }: WatchFillAcceptedParameters,
): () => void {
  const stop = watchContractEvent(client, {
    abi: attestedOrderReceiverAbi,
    address: receiver,
    eventName: 'FillAccepted',
    args: { id, recipient, solver },
    onLogs: onEvents,
    onError,
    pollingInterval,
    strict: true,
  })
  return () => {
    stop()
  }
}
