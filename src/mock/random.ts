import { bytesToHex, type Hex, keccak256, stringToHex } from 'viem'

export type Random = ReturnType<typeof createRandom>

/** Creates a source of random bytes. With a seed, the bytes are the same in every run. */
export function createRandom(seed?: string) {
  const counts = new Map<string, number>()
  return {
    counts,
    /** Returns 32 bytes. Each `purpose` has a sequence of its own, so a request for another purpose does not change it. */
    bytes32(purpose: string): Hex {
      if (seed === undefined) return bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
      const count = counts.get(purpose) ?? 0
      counts.set(purpose, count + 1)
      return keccak256(stringToHex(`${seed} ${purpose} ${count}`))
    },
  }
}
