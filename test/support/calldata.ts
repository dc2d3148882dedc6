import { expect } from 'chai'
import { type Hex, hexToBigInt, size, slice, toHex } from 'viem'
import { thrown } from './errors.js'

/** Where a word of calldata is, in bytes: `path` has the index of each offset on the way, the arguments' first. */
export function findWord(data: Hex, path: readonly number[]): number {
  return path.reduce((start, index) => start + Number(readWord(data, start + 32 * index)), 4)
}

/** Calldata with other bits in the word at `place`. */
export function flipBits(data: Hex, place: number, bits: bigint): Hex {
  const word = toHex(readWord(data, place) ^ bits, { size: 32 }).slice(2)
  const start = 2 + 2 * place
  return `${data.slice(0, start)}${word}${data.slice(start + 64)}` as Hex
}

/**
 * Expects `call` to take the calldata as it is, and to throw `reason` at each of the bits changed in the word at
 * `place`.
 */
export async function expectBitsRefused(parameters: {
  call: (data: Hex) => Promise<unknown>
  data: Hex
  place: number
  bits: readonly bigint[]
  reason: RegExp
}): Promise<void> {
  const { call, data, place, bits, reason } = parameters
  await call(data)
  for (const bit of bits) {
    const error = await thrown(() => call(flipBits(data, place, 1n << bit)))
    expect(String(error), `bit ${bit}`).to.match(reason)
  }
}

/** Bits of a list's length that no list reaches, and that loops over words of 32 bytes drop in part. */
export const impossibleLengths = [64n, 128n, 250n, 251n, 255n]

function readWord(data: Hex, place: number): bigint {
  if (place + 32 > size(data)) throw new Error(`no word at ${place}`)
  return hexToBigInt(slice(data, place, place + 32))
}
