import { bytesToHex, type Hex, keccak256, stringToHex } from 'viem'

/** What the service makes up: ids, salts, names of faults' victims. */
export type Random = {
  /** 32 bytes. `purpose` keeps the streams of different uses apart, so that one does not shift the other. */
  bytes32(purpose: string): Hex
}

/** Creates random bytes, or, with a seed, the same ones in every run. */
export function createRandom(seed?: string): Random {
  const counts = new Map<string, number>()
  return {
    bytes32(purpose) {
      if (seed === undefined) return bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
      const count = counts.get(purpose) ?? 0
      counts.set(purpose, count + 1)
      return keccak256(stringToHex(`${seed} ${purpose} ${count}`))
    },
  }
}
