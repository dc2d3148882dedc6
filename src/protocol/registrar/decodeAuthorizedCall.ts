import { decodeFunctionData, encodeFunctionData, type Hex } from 'viem'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import type { Payment } from '../payment/payment.js'

/** The payment of a call of `payAuthorized`, or undefined for another call. Bytes after the arguments are ignored. */
export function decodeAuthorizedCall(data: Hex): Payment | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: attestedOrderReceiverAbi, data })
    if (functionName !== 'payAuthorized') return undefined
    // Other offsets and dirty words could be read in two ways.
    return data.startsWith(encodeFunctionData({ abi: attestedOrderReceiverAbi, functionName, args }))
      ? args[0]
      : undefined
  } catch {
    return undefined
  }
}
