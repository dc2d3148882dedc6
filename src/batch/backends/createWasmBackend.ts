import { instantiateSecp256k1 } from '@bitauth/libauth'
import { createKeccak } from 'hash-wasm'
import type { Backend } from '../types.js'

/** Uses libsecp256k1 and keccak in WebAssembly. The build bundles libauth into this file. */
export async function createWasmBackend(): Promise<Backend> {
  const [{ recoverPublicKeyUncompressed }, hasher] = await Promise.all([
    instantiateSecp256k1(),
    createKeccak(256),
  ])
  return {
    keccak256: (bytes) => hasher.init().update(bytes).digest('binary'),
    recover(hash, compact, yParity) {
      const key = recoverPublicKeyUncompressed(compact, yParity, hash)
      return typeof key === 'string' ? undefined : key
    },
  }
}
