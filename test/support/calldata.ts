import { type Hex, hexToBigInt, size, slice, toHex } from 'viem'

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

function readWord(data: Hex, place: number): bigint {
  if (place + 32 > size(data)) throw new Error(`no word at ${place}`)
  return hexToBigInt(slice(data, place, place + 32))
}
