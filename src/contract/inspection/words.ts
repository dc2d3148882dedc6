import { type Hex, numberToHex, stringToHex } from 'viem'

/** The name of a field as errors carry it. */
export const toField = (name: string): Hex => stringToHex(name, { size: 32 })

/** A number as a word. */
export const toWord = (value: bigint | number): Hex => numberToHex(value, { size: 32 })
