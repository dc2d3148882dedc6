/** The two slow primitives. Each thread has its own, as an implementation may reuse memory. */
export type Backend = {
  /** The 32 bytes of keccak-256. */
  keccak256(bytes: Uint8Array): Uint8Array
  /** The uncompressed key of 65 bytes that signed `hash`; undefined when no key could have. */
  recover(hash: Uint8Array, compact: Uint8Array, yParity: 0 | 1): Uint8Array | undefined
}
