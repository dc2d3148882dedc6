import { parseEventLogs } from 'viem'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { type FillAuthorizedEvent, logsOf, type ParseEventsParameters } from './fillEvents.js'

/**
 * Parses a receiver's `FillAuthorized` events from a transaction's receipt.
 *
 * - Trust: only events that `receiver` itself emitted count. The node vouches for the receipt.
 *
 * @param parameters - {@link ParseEventsParameters}
 * @returns The logs with typed `args`; none if the transaction failed. {@link FillAuthorizedEvent}
 *
 * @example
 * import { parseFillAuthorized } from 'fillproof/contract'
 * import { attestedOrderReceiverAbi } from 'fillproof'
 * import { encodeEventTopics, numberToHex, zeroHash } from 'viem'
 *
 * const receiver = '0x1234567890123456789012345678901234567890'
 * const topics = encodeEventTopics({
 *   abi: attestedOrderReceiverAbi,
 *   eventName: 'FillAuthorized',
 *   args: { id: zeroHash, callHash: zeroHash },
 * })
 * const data = numberToHex(1800000000, { size: 32 })
 * const receipt = { logs: [{ address: receiver, topics, data }] } // in place of client.waitForTransactionReceipt
 *
 * parseFillAuthorized({ receiver, receipt }).map(({ args }) => args.deadline)
 * // [1800000000]
 */
export function parseFillAuthorized(parameters: ParseEventsParameters): FillAuthorizedEvent[] {
  const logs = logsOf(parameters)
  return parseEventLogs({ abi: attestedOrderReceiverAbi, eventName: 'FillAuthorized', logs, strict: true })
}
