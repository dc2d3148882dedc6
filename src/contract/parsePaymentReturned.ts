import { parseEventLogs } from 'viem'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { logsOf, type ParseEventsParameters, type PaymentReturnedEvent } from './fillEvents.js'

/**
 * Parses a receiver's `PaymentReturned` events from a transaction's receipt.
 *
 * - Trust: only events that `receiver` itself emitted count. The node vouches for the receipt.
 * - Warning: anyone can have a payment returned, any number of times, until the call is authorized. Do not book by it:
 *   `isCallPaid` shows whether the call was paid.
 *
 * @param parameters - {@link ParseEventsParameters}
 * @returns The logs with typed `args`; none if the transaction failed. {@link PaymentReturnedEvent}
 *
 * @example
 * import { parsePaymentReturned } from 'fillproof/contract'
 * import { attestedOrderReceiverAbi } from 'fillproof'
 * import { concat, encodeEventTopics, numberToHex, pad, zeroHash } from 'viem'
 *
 * const receiver = '0x1234567890123456789012345678901234567890'
 * const refundTo = '0x1111111111111111111111111111111111111111'
 * const topics = encodeEventTopics({
 *   abi: attestedOrderReceiverAbi,
 *   eventName: 'PaymentReturned',
 *   args: { callHash: zeroHash, refundTo },
 * })
 * const data = concat([pad(refundTo), zeroHash, numberToHex(5n, { size: 32 })])
 * const receipt = { logs: [{ address: receiver, topics, data }] } // in place of client.waitForTransactionReceipt
 *
 * parsePaymentReturned({ receiver, receipt }).map(({ args }) => args.amount)
 * // [5n]
 */
export function parsePaymentReturned(parameters: ParseEventsParameters): PaymentReturnedEvent[] {
  const logs = logsOf(parameters)
  return parseEventLogs({ abi: attestedOrderReceiverAbi, eventName: 'PaymentReturned', logs, strict: true })
}
