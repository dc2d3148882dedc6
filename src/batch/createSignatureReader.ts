import { type Hex, hexToBytes } from 'viem'
import { InvalidSignatureError } from '../protocol/signature/errors.js'
import { splitSignature } from '../protocol/signature/splitSignature.js'

/** The parts of a signature. `compact` is r and s, in memory that the next signature reuses. */
export type SignatureParts = { compact: Uint8Array; yParity: 0 | 1 }

/**
 * Creates a reader of signatures that is as strict as {@link splitSignature}.
 *
 * For nearly all signatures, the first 32 bits of r and s prove that neither is zero or too large: the curve's order
 * begins with 0xffffffff, and half of it with 0x7fffffff. `splitSignature` checks the other signatures.
 */
export function createSignatureReader(): (signature: Hex) => SignatureParts | InvalidSignatureError {
  const bytes = new Uint8Array(65)
  const view = new DataView(bytes.buffer)
  const compact = bytes.subarray(0, 64)

  function readUsual(signature: Hex): SignatureParts | undefined {
    if (signature.length !== 132 && signature.length !== 130) return undefined
    const isPacked = signature.length === 130
    bytes.set(hexToBytes(signature))
    const v = isPacked ? 27 + ((bytes[32] as number) >> 7) : bytes[64]
    if (isPacked) bytes[32] = (bytes[32] as number) & 0x7f
    const r = view.getUint32(0)
    const s = view.getUint32(32)
    const isUsual = r > 0 && r < 0xffffffff && s > 0 && s < 0x7fffffff && (v === 27 || v === 28)
    return isUsual ? { compact, yParity: v === 27 ? 0 : 1 } : undefined
  }

  return (signature) => {
    const usual = readUsual(signature)
    if (usual) return usual
    try {
      const { r, s, yParity } = splitSignature(signature)
      bytes.set(hexToBytes(r))
      bytes.set(hexToBytes(s), 32)
      return { compact, yParity }
    } catch (error) {
      if (error instanceof InvalidSignatureError) return error
      throw error
    }
  }
}
