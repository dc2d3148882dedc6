import type { Hex } from 'viem'
import { splitSignature } from '../../protocol/signature/splitSignature.js'
import type { VenueTypedData } from './venueTypedData.js'

export type VenueExchangeBody = {
  signature: { r: Hex; s: Hex; v: 27 | 28 }
  nonce: number
  /** The message that was signed. */
  action: Record<string, unknown>
}

/**
 * Writes the body that submits a signed transfer to the venue.
 *
 * @throws {@link InvalidSignatureError} if the wallet's signature does not come from a private key.
 */
export function venueExchangeBody(typedData: VenueTypedData, signature: Hex): VenueExchangeBody {
  const { r, s, yParity } = splitSignature(toCanonical(signature))
  const v = yParity === 0 ? 27 : 28
  return { signature: { r, s, v }, nonce: typedData.message.nonce as number, action: typedData.message }
}

/** Normalizes a signature. Some wallets end it with the parity instead of 27 or 28. */
function toCanonical(signature: Hex): Hex {
  if (signature.length !== 132) return signature
  return signature.replace(/0([01])$/, (_, parity) => (parity === '0' ? '1b' : '1c')) as Hex
}
