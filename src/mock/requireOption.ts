import { type Hex, isHex, size } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { MockOptionError } from './errors.js'

/** @throws {@link MockOptionError} */
export function requireInteger(option: string, value: number, min: number, max?: number): void {
  if (Number.isInteger(value) && value >= min && value <= (max ?? value)) return
  const range = max === undefined ? `from ${min} on` : `from ${min} to ${max}`
  throw new MockOptionError({ option, value, requirement: `a whole number ${range}` })
}

/**
 * Refuses a misspelled option, which TypeScript does not see in JavaScript.
 *
 * @throws {@link MockOptionError}
 */
export function requireKnown<options extends object>(
  path: string,
  options: options,
  known: readonly (keyof options)[],
): void {
  for (const [name, value] of Object.entries(options)) {
    if (known.includes(name as keyof options)) continue
    throw new MockOptionError({ option: path + name, value, known: known.map(String) })
  }
}

/** The message leaves the key out. @throws {@link MockOptionError} */
export function requireKey(option: string, key: Hex): void {
  try {
    if (isHex(key) && size(key) === 32 && privateKeyToAddress(key)) return
  } catch {
    // Zero, or above the curve's order.
  }
  throw new MockOptionError({ option, value: 'another', requirement: 'a private key, hex of 32 bytes' })
}
