import { type Hex, numberToHex } from 'viem'
import { InvalidSignatureError, type InvalidSignatureReason } from './errors.js'

export type SplitSignature = { r: Hex; s: Hex; yParity: 0 | 1 }

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const lowest255Bits = 2n ** 255n - 1n

/**
 * Splits a signature, as strictly as a contract does. Returns the reason if it is not valid.
 *
 * - 65 bytes are r, s and v, which is 27 or 28. 64 bytes are r, then s with the parity in its highest bit (ERC-2098). `s` must be
 *   low, so that a signature has no second valid form.
 */
export function readSignature(signature: Hex): SplitSignature | InvalidSignatureReason {
  const size = signature.length / 2 - 1
  if (size !== 64 && size !== 65) return 'length'

  const r = BigInt(`0x${signature.slice(2, 66)}`)
  const word = BigInt(`0x${signature.slice(66, 130)}`)
  const v = size === 65 ? Number(`0x${signature.slice(130)}`) : 27 + Number(word >> 255n)
  const s = size === 65 ? word : word & lowest255Bits
  if (v !== 27 && v !== 28) return 'v'
  if (r === 0n || r >= curveOrder) return 'r'
  if (s === 0n || s > curveOrder / 2n) return 's'
  return { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }), yParity: v === 27 ? 0 : 1 }
}

/** Splits a signature as {@link readSignature} does. @throws {@link InvalidSignatureError} */
export function splitSignature(signature: Hex): SplitSignature {
  const parts = readSignature(signature)
  if (typeof parts === 'string') throw new InvalidSignatureError({ reason: parts, signature })
  return parts
}
