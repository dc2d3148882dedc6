import { createKeccak } from 'hash-wasm'
import type { Backend } from './backend.js'
import { loadSecp256k1 } from './loadSecp256k1.js'

/** libsecp256k1, with keccak in WebAssembly, the fastest on npm in our benchmark. */
export async function createNativeBackend(): Promise<Backend> {
  const { ecdsaRecover } = loadSecp256k1()
  const hasher = await createKeccak(256)
  const key = new Uint8Array(65)
  return {
    keccak256: (bytes) => hasher.init().update(bytes).digest('binary'),
    recover(hash, compact, yParity) {
      try {
        return ecdsaRecover(compact, yParity, hash, false, key)
      } catch {
        return undefined
      }
    },
  }
}
