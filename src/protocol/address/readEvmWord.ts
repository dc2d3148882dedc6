import { type Address, getAddress } from 'viem'
import { toBytes } from '../../base/values.js'

/** Reads the EVM address of a 32-byte word. Undefined if the word is not a padded address. */
export function readEvmWord(word: unknown): Address | undefined {
  const bytes = toBytes(word, [32])
  return bytes?.startsWith(`0x${'0'.repeat(24)}`) ? getAddress(`0x${bytes.slice(26)}`) : undefined
}
