import { type Address, type Hex, recoverAddress } from 'viem'
import { InvalidSignatureError } from './errors.js'
import { splitSignature } from './splitSignature.js'

/** Recovers the signer of `digest`, the 32 bytes that go into the curve. */
export async function recoverDigest(digest: Hex, signature: Hex): Promise<Address> {
  const parts = splitSignature(signature)
  try {
    return await recoverAddress({ hash: digest, signature: parts })
  } catch {
    throw new InvalidSignatureError({ reason: 'unrecoverable', signature })
  }
}
