import { type Address, type Hex, hashMessage, recoverAddress } from 'viem'
import { InvalidSignatureError } from '../errors/signature.js'
import { splitSignature } from './splitSignature.js'

/** Recovers who signed the 32 raw bytes of `hash` as a personal message (EIP-191). */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<Address> {
  const parts = splitSignature(signature)
  try {
    return await recoverAddress({ hash: hashMessage({ raw: hash }), signature: parts })
  } catch {
    throw new InvalidSignatureError({ reason: 'unrecoverable', signature })
  }
}
