import { createRequire } from 'node:module'
import { BackendUnavailableError } from '../errors.js'

/** The used part of the package. */
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

/**
 * Loads libsecp256k1.
 *
 * - Rule: the package's own entry silently falls back to JavaScript, so its binding is loaded instead.
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
