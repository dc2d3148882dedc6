import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import type { Backend } from '../types.js'

/** Uses plain JavaScript, for machines on which no other backend loads. */
export function createPureBackend(): Backend {
  return {
    keccak256: (bytes) => keccak_256(bytes),
    recover(hash, compact, yParity) {
      const signature = secp256k1.Signature.fromCompact(compact).addRecoveryBit(yParity)
      try {
        return signature.recoverPublicKey(hash).toRawBytes(false)
      } catch {
        return undefined
      }
    },
  }
}
