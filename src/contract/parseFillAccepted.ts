import { parseEventLogs } from 'viem'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { type FillAcceptedEvent, logsOf, type ParseEventsParameters } from './fillEvents.js'

/**
 * Parses a receiver's `FillAccepted` events from a transaction's receipt.
 *
 * - Trust: only events that `receiver` itself emitted count. The node vouches for the receipt.
 *
 * @param parameters - {@link ParseEventsParameters}
 * @returns The logs with typed `args`; none if the transaction failed. {@link FillAcceptedEvent}
 *
 * @example
 * import { parseFillAccepted } from 'fillproof/contract'
 * import { attestedOrderReceiverAbi } from 'fillproof'
 * import { concat, encodeEventTopics, numberToHex, pad, zeroHash } from 'viem'
 *
 * const receiver = '0x1234567890123456789012345678901234567890'
 * const recipient = '0x1111111111111111111111111111111111111111'
 * const solver = '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF'
 * const topics = encodeEventTopics({
 *   abi: attestedOrderReceiverAbi,
 *   eventName: 'FillAccepted',
 *   args: { id: zeroHash, recipient, solver },
 * })
 * const data = concat([pad(recipient), zeroHash, numberToHex(5n, { size: 32 })])
 * const receipt = { logs: [{ address: receiver, topics, data }] } // in place of client.waitForTransactionReceipt
 *
 * parseFillAccepted({ receiver, receipt }).map(({ args }) => args.amount)
 * // [5n]
 */
export function parseFillAccepted(parameters: ParseEventsParameters): FillAcceptedEvent[] {
  const logs = logsOf(parameters)
  return parseEventLogs({ abi: attestedOrderReceiverAbi, eventName: 'FillAccepted', logs, strict: true })
}
