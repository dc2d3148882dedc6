import { type Address, type Hex, hashMessage, recoverAddress } from 'viem'
import { InvalidSignatureError } from './errors.js'
import { splitSignature } from './splitSignature.js'

/** Recovers the signer of `digest`, the final 32 bytes: no prefix is added. */
export async function recoverDigest(digest: Hex, signature: Hex): Promise<Address> {
  const parts = splitSignature(signature)
  try {
    return await recoverAddress({ hash: digest, signature: parts })
  } catch {
    throw new InvalidSignatureError({ reason: 'unrecoverable', signature })
  }
}

/** Recovers the signer of the 32 raw bytes of `hash` as a personal message (EIP-191). */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<Address> {
  return recoverDigest(hashMessage({ raw: hash }), signature)
}
