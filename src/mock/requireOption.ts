import { type Hex, isHex, size } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { createOptionNeed } from '../base/createNeed.js'
import { createOptionReader } from '../base/createOptionReader.js'
import { MockOptionError } from './errors.js'

/** @throws {@link MockOptionError} */
export function requireInteger(option: string, value: number, min: number, max?: number): void {
  if (Number.isInteger(value) && value >= min && value <= (max ?? value)) return
  const range = max === undefined ? `from ${min} on` : `from ${min} to ${max}`
  throw new MockOptionError({ option, value, requirement: `a whole number ${range}` })
}

/** Rejects options of the wrong type, and missing options of `required`. @throws {@link MockOptionError} */
export function requireTypes<options extends object>(
  path: string,
  options: options,
  ...required: (keyof options & string)[]
): void {
  createOptionReader(createOptionNeed(MockOptionError, path), {
    text: ['host', 'seed', 'name', 'rpcUrl'],
    list: ['rpcPorts', 'chains', 'retired', 'tokens', 'recipients'],
    flag: ['simulateCalls', 'unref'],
    callback: ['now', 'onStatus'],
    record: [
      ...['finality', 'pricing', 'rateLimits', 'httpLimits', 'webhookRetry', 'prices'],
      ...['chain', 'nativeCurrency', 'provider'],
    ],
    amount: ['swapFeeBps', 'slippageBps'],
  })(options, ...required)
}

/**
 * Rejects a misspelled option, because JavaScript callers get no type error.
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

/** Requires a private key. The error message omits the key. @throws {@link MockOptionError} */
export function requireKey(option: string, key: Hex): void {
  try {
    if (isHex(key) && size(key) === 32 && privateKeyToAddress(key)) return
  } catch {
    // The key is zero, or at least the curve's order.
  }
  throw new MockOptionError({ option, value: 'another', requirement: 'a private key, hex of 32 bytes' })
}
