import { type Hex, numberToHex, stringToHex } from 'viem'
import { type Fault, fault } from './verdict.js'

/** The fault of two parts of the evidence that state a field differently, in the order found, required. */
export function mismatch(field: string, found: Hex, required: Hex): Fault[] {
  if (found.toLowerCase() === required.toLowerCase()) return []
  return [fault('TermsMismatch', stringToHex(field, { size: 32 }), found, required)]
}

/** A number as a word. */
export function toWord(value: bigint | number): Hex {
  return numberToHex(value, { size: 32 })
}
