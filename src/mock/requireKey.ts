import { type Hex, isHex, size } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { MockOptionError } from './errors.js'

/** The message leaves the key out. @throws {@link MockOptionError} */
export function requireKey(option: string, key: Hex): void {
  try {
    if (isHex(key) && size(key) === 32 && privateKeyToAddress(key)) return
  } catch {
    // Zero, or above the curve's order.
  }
  throw new MockOptionError({ option, value: 'another', requirement: 'a private key, hex of 32 bytes' })
}
