import { createRequire } from 'node:module'
import { createKeccak } from 'hash-wasm'
import { BackendUnavailableError } from '../errors.js'
import type { Backend } from '../types.js'

/** The part of the package that this file uses. */
type Secp256k1 = {
  ecdsaRecover(
    signature: Uint8Array,
    recoveryId: number,
    hash: Uint8Array,
    isCompressed: boolean,
    output: Uint8Array,
  ): Uint8Array
}

const require = createRequire(import.meta.url)

/** Uses native libsecp256k1, and a keccak in WebAssembly: in our benchmark, no keccak on npm is faster. */
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

/**
 * Loads the native binding of libsecp256k1. The package's own entry silently falls back to JavaScript.
 *
 * @throws {@link BackendUnavailableError}
 */
export function loadSecp256k1(): Secp256k1 {
  try {
    if (typeof WebAssembly === 'undefined') throw new Error('There is no WebAssembly, in which keccak runs.')
    return require('secp256k1/bindings.js')
  } catch (cause) {
    throw new BackendUnavailableError({ backend: 'native', cause })
  }
}
