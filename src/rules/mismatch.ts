import { type Hex, numberToHex, stringToHex } from 'viem'
import { type Fault, fault } from './verdict.js'

/** Makes a fault if two parts of the evidence state different values for one field. Empty if they agree. */
export function mismatch(field: string, found: Hex, required: Hex): Fault[] {
  if (found.toLowerCase() === required.toLowerCase()) return []
  return [fault('TermsMismatch', stringToHex(field, { size: 32 }), found, required)]
}

export function toWord(value: bigint | number): Hex {
  return numberToHex(value, { size: 32 })
}
