// Each reader returns the canonical value, or undefined if the input is not valid. The caller names the field.
import type { Hex } from 'viem'

const maxUint256 = 2n ** 256n - 1n
const maxUint48 = 2 ** 48 - 1
const maxUint32 = 2 ** 32 - 1

/** Reads a bigint, or a decimal string without sign or leading zeros, within uint256. */
export function toUint256(value: unknown): bigint | undefined {
  const number =
    typeof value === 'string' && /^(0|[1-9]\d{0,77})$/.test(value) ? BigInt(value) : (value as bigint)
  return typeof number === 'bigint' && number >= 0n && number <= maxUint256 ? number : undefined
}

/** Reads a bigint from `least` to the largest uint256. Refuses decimal strings, which are for amounts on the wire. */
export function toAmount(value: unknown, least: unknown = 0n): bigint | undefined {
  const fits = typeof value === 'bigint' && typeof least === 'bigint' && value >= least
  return fits ? toUint256(value) : undefined
}

export function toUint32(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxUint32
    ? (value as number)
    : undefined
}

/** Reads Unix seconds above 0, within uint48. */
export function toDeadline(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= maxUint48
    ? (value as number)
    : undefined
}

export function toChainId(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined
}

/** Reads hex of whole bytes in any case, and returns it in lower case. `sizes` lists the allowed numbers of bytes. */
export function toBytes(value: unknown, sizes?: readonly number[]): Hex | undefined {
  if (typeof value !== 'string' || value.length % 2 !== 0 || !/^0x[0-9a-fA-F]*$/.test(value)) return undefined
  if (sizes && !sizes.includes(value.length / 2 - 1)) return undefined
  return value.toLowerCase() as Hex
}

/** Left-pads 20 bytes to 32. Returns 32 bytes unchanged. */
export function toAddressWord(value: unknown): Hex | undefined {
  const bytes = toBytes(value, [20, 32])
  return bytes && `0x${bytes.slice(2).padStart(64, '0')}`
}

/** Reads text that is not empty. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the entries of a list, or an empty list for any other value. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function toRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
