import { formatUnits, parseUnits } from 'viem'
import { toUint256 } from '../../base/values.js'
import { VenueAmountError } from './errors.js'

// No uint256 needs this many characters, whatever the number of decimals.
const longestText = 400
const mostDecimals = 255

/**
 * Writes an amount of the smallest unit in whole units, without trailing zeros.
 *
 * @throws {@link VenueAmountError}
 *
 * @example
 * import { formatVenueAmount } from 'fillproof/client'
 *
 * formatVenueAmount(1_050_000_000n, 8)
 * // '10.5'
 */
export function formatVenueAmount(amount: bigint, decimals: number): string {
  requireDecimals(decimals, amount)
  if (typeof amount !== 'bigint' || toUint256(amount) === undefined) {
    throw new VenueAmountError({ value: amount, decimals, requirement: 'a bigint from 0 to 2^256-1' })
  }
  return formatUnits(amount, decimals)
}

/**
 * Converts an amount in whole units to the smallest unit.
 *
 * - The result is exact. A digit beyond the decimals is refused unless it is zero.
 *
 * @throws {@link VenueAmountError}
 *
 * @example
 * import { parseVenueAmount } from 'fillproof/client'
 *
 * parseVenueAmount('10.500000', 8)
 * // 1050000000n
 */
export function parseVenueAmount(text: string, decimals: number): bigint {
  requireDecimals(decimals, text)
  const refuse = (requirement: string) => new VenueAmountError({ value: text, decimals, requirement })
  if (typeof text !== 'string' || text.length > longestText || !/^(0|[1-9]\d*)(\.\d+)?$/.test(text)) {
    throw refuse('a decimal number of whole units')
  }
  const exact = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  if ((exact.split('.')[1] ?? '').length > decimals) throw refuse(`of at most ${decimals} decimals`)
  const amount = toUint256(parseUnits(exact, decimals))
  if (amount === undefined) throw refuse('at most 2^256-1 of the smallest unit')
  return amount
}

function requireDecimals(decimals: number, value: unknown): void {
  if (Number.isInteger(decimals) && decimals >= 0 && decimals <= mostDecimals) return
  throw new VenueAmountError({ value, decimals, requirement: 'of a currency with 0 to 255 decimals' })
}
