import { type Hex, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'

/** Returns a signature of 65 bytes in its form of 64 bytes (ERC-2098). */
export function toCompact(signature: Hex): Hex {
  return serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))
}
