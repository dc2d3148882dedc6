import { type Address, type Hex, hashMessage } from 'viem'
import { recoverDigest } from './recoverDigest.js'

/** Recovers the signer of the 32 raw bytes of `hash` as a personal message (EIP-191). */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<Address> {
  return recoverDigest(hashMessage({ raw: hash }), signature)
}
