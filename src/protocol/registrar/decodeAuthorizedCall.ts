import { concat, decodeFunctionData, encodeFunctionData, type Hex, size, slice } from 'viem'
import { payAuthorizedAbi as abi } from '../payment/payAuthorizedAbi.js'
import type { Payment } from '../payment/payment.js'

/**
 * The shortest calldata, with empty `data`: the selector, the argument's offset, the argument's eleven words, and the length of
 * `data`.
 */
const minLength = 4 + 13 * 32

/**
 * Decodes the payment of a call of `payAuthorized`. Undefined for any other call. Ignores all bytes after `data`, including its
 * padding, which may be missing. Twin: `Payments.tryDecode`.
 */
export function decodeAuthorizedCall(callData: Hex): Payment | undefined {
  try {
    const data = concat([callData, `0x${'00'.repeat(31)}`])
    const { functionName, args } = decodeFunctionData({ abi, data })
    if (functionName !== 'payAuthorized') return undefined
    const length = minLength + size(args[0].data)
    // Accepts only canonical offsets and clean words: any others could be read in two ways.
    const encoded = slice(encodeFunctionData({ abi, functionName, args }), 0, length)
    return slice(callData, 0, length).toLowerCase() === encoded ? args[0] : undefined
  } catch {
    return undefined
  }
}
