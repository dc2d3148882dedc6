import { concat, decodeFunctionData, encodeFunctionData, type Hex, size, slice } from 'viem'
import { payAuthorizedAbi as abi } from '../payment/payAuthorizedAbi.js'
import type { Payment } from '../payment/payment.js'

/** The least calldata: the selector, the argument's offset, its eleven words and the length of empty data. */
const minLength = 4 + 13 * 32

/**
 * Decodes the payment of a call of `payAuthorized`. Undefined for any other call. Ignores bytes after the data, and the data's
 * padding, which may be missing. Twin: `Payments.tryDecode`.
 */
export function decodeAuthorizedCall(callData: Hex): Payment | undefined {
  try {
    const data = concat([callData, `0x${'00'.repeat(31)}`])
    const { functionName, args } = decodeFunctionData({ abi, data })
    if (functionName !== 'payAuthorized') return undefined
    const length = minLength + size(args[0].data)
    // Other offsets and dirty words could be read in two ways.
    const encoded = slice(encodeFunctionData({ abi, functionName, args }), 0, length)
    return slice(callData, 0, length).toLowerCase() === encoded ? args[0] : undefined
  } catch {
    return undefined
  }
}
