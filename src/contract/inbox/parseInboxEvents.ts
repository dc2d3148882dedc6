import { type Log, parseEventLogs } from 'viem'
import { inboxReceiverAbi as abi } from '../../generated/abi/inboxReceiver.js'
import { logsOf, type ParseEventsParameters } from '../parseFillEvents.js'

type InboxEvent<name extends 'InboxClaimed' | 'InboxRefunded'> = Log<
  bigint,
  number,
  false,
  undefined,
  true,
  typeof abi,
  name
>

/** A balance that was claimed. `id` is the id in `FillAccepted` and in the hook. */
export type InboxClaimedEvent = InboxEvent<'InboxClaimed'>

/** A balance that was refunded. */
export type InboxRefundedEvent = InboxEvent<'InboxRefunded'>

/**
 * Parses a receiver's `InboxClaimed` events from a transaction's receipt.
 *
 * - Trust: only events that `receiver` itself emitted count. The node vouches for the receipt.
 * - `orderId` is the order that the claim presented. A solver may have paid the inbox for another order.
 *
 * @param parameters - {@link ParseEventsParameters}
 * @returns The logs with typed `args`; empty if the transaction failed. {@link InboxClaimedEvent}
 *
 * @example
 * import { inboxReceiverAbi } from 'fillproof'
 * import { parseInboxClaimed } from 'fillproof/contract'
 * import { encodeEventTopics, pad, zeroHash } from 'viem'
 *
 * const receiver = '0x1234567890123456789012345678901234567890'
 * const topics = encodeEventTopics({
 *   abi: inboxReceiverAbi,
 *   eventName: 'InboxClaimed',
 *   args: { inboxHash: zeroHash, orderId: zeroHash, id: zeroHash },
 * })
 * const receipt = { logs: [{ address: receiver, topics, data: pad('0x01') }] } // in place of client.waitForTransactionReceipt
 *
 * parseInboxClaimed({ receiver, receipt }).map(({ args }) => args.inbox)
 * // ['0x0000000000000000000000000000000000000001']
 */
export function parseInboxClaimed(parameters: ParseEventsParameters): InboxClaimedEvent[] {
  return parseEventLogs({ abi, eventName: 'InboxClaimed', logs: logsOf(parameters), strict: true })
}

/**
 * Parses a receiver's `InboxRefunded` events from a transaction's receipt.
 *
 * - Trust: only events that `receiver` itself emitted count. The node vouches for the receipt.
 * - Units: `amount` is what left the inbox, in the smallest unit of `token`.
 *
 * @param parameters - {@link ParseEventsParameters}
 * @returns The logs with typed `args`; empty if the transaction failed. {@link InboxRefundedEvent}
 *
 * @example
 * import { parseInboxRefunded } from 'fillproof/contract'
 *
 * parseInboxRefunded({ receiver: '0x1234567890123456789012345678901234567890', receipt: { logs: [] } })
 * // []
 */
export function parseInboxRefunded(parameters: ParseEventsParameters): InboxRefundedEvent[] {
  return parseEventLogs({ abi, eventName: 'InboxRefunded', logs: logsOf(parameters), strict: true })
}
