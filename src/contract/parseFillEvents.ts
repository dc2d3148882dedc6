import { type Address, isAddressEqual, parseEventLogs, type TransactionReceipt } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import type { FillAcceptedEvent, FillAuthorizedEvent, PaymentReturnedEvent } from './fillEvents.js'
import { readOptions } from './readOptions.js'

export type ParseEventsParameters = {
  receiver: Address
  receipt: Pick<TransactionReceipt, 'logs'>
}

/**
 * Parses a receiver's `FillAccepted` events from a transaction's receipt.
 *
 * - Trust: only events that `receiver` itself emitted count. The node vouches for the receipt.
 *
 * @returns The logs with typed `args`; empty if the transaction failed. {@link FillAcceptedEvent}
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
  return parseEventLogs({ abi, eventName: 'FillAccepted', logs: logsOf(parameters), strict: true })
}

/**
 * Parses a receiver's `FillAuthorized` events from a transaction's receipt.
 *
 * - Trust: only events that `receiver` itself emitted count. The node vouches for the receipt.
 *
 * @returns The logs with typed `args`; empty if the transaction failed. {@link FillAuthorizedEvent}
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
  return parseEventLogs({ abi, eventName: 'FillAuthorized', logs: logsOf(parameters), strict: true })
}

/**
 * Parses a receiver's `PaymentReturned` events from a transaction's receipt.
 *
 * - Trust: only events that `receiver` itself emitted count. The node vouches for the receipt.
 * - Warning: anyone can have a payment returned, any number of times, until the call is authorized. Do not count payments by this
 *   event: `isCallPaid` shows whether the call was paid.
 *
 * @returns The logs with typed `args`; empty if the transaction failed. {@link PaymentReturnedEvent}
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
  return parseEventLogs({ abi, eventName: 'PaymentReturned', logs: logsOf(parameters), strict: true })
}

/** Keeps only this receiver's logs, since any contract can emit an event of the same form. */
export function logsOf(parameters: ParseEventsParameters): TransactionReceipt['logs'] {
  const { receiver, receipt } = readOptions(parameters, 'receiver', 'receipt')
  // Only the logs: a receipt has fields with names of options, such as a `to` of null.
  readOptions({ logs: receipt.logs }, 'logs')
  return receipt.logs.filter(({ address }) => isAddressEqual(address, receiver))
}
