import type { Hex } from 'viem'
import { toBytes } from '../../base/values.js'
import { VenueCurrencyError } from './errors.js'

/** A currency of the venue: the collateral of perps, a spot token, or a token on a dex of its own. */
export type VenueCurrency =
  | { kind: 'perps' }
  | { kind: 'spot'; tokenId: Hex }
  | { kind: 'dex'; tokenId: Hex; dex: string }

/** Perps USDC: 8 decimals. */
export const perpsAddress = `0x${'0'.repeat(32)}` as const

const tokenIdLength = perpsAddress.length

/**
 * Reads the service's address for a currency of the venue.
 *
 * - 16 zero bytes are perps USDC. 16 other bytes are a spot token's id. Further bytes are the name of the dex, in UTF-8. Hex is
 *   accepted in any case.
 * - Warning: 20 bytes may be an EVM address passed by mistake. If its last 4 bytes are text, they are read as a dex's name.
 *
 * @param address - Hex of 16 bytes or more.
 * @returns {@link VenueCurrency}, its tokenId in lower case.
 * @throws {@link VenueCurrencyError} when the address is not a currency of the venue.
 *
 * @example
 * import { parseVenueCurrency } from 'fillproof/client'
 *
 * parseVenueCurrency('0x6d1e7cde53ba9467b783cb7c530ce05478797a')
 * // { kind: 'dex', tokenId: '0x6d1e7cde53ba9467b783cb7c530ce054', dex: 'xyz' }
 */
export function parseVenueCurrency(address: string): VenueCurrency {
  const bytes = toBytes(address)
  if (!bytes || bytes.length < tokenIdLength) {
    throw new VenueCurrencyError({ value: address, requirement: 'hex of 16 bytes or more' })
  }
  if (bytes === perpsAddress) return { kind: 'perps' }

  const tokenId = bytes.slice(0, tokenIdLength) as Hex
  requireSpotToken(tokenId, address)
  if (bytes === tokenId) return { kind: 'spot', tokenId }

  const dex = decodeName(bytes.slice(tokenIdLength))
  if (dex === undefined) {
    throw new VenueCurrencyError({
      value: address,
      requirement: 'a spot token and the name of a dex in UTF-8',
    })
  }
  return { kind: 'dex', tokenId, dex }
}

/** Refuses the zero id. It stands for perps USDC, which is not a spot token and has no dex. */
export function requireSpotToken(tokenId: Hex, value: unknown): void {
  if (tokenId !== perpsAddress) return
  throw new VenueCurrencyError({
    value,
    requirement: 'perps USDC without a dex, since 16 zero bytes stand for it',
  })
}

/** Whether a name is text that is not empty, without control characters and without lone surrogates, which UTF-8 can't encode. */
export function isDexName(name: unknown): name is string {
  return typeof name === 'string' && name !== '' && !/[\p{Cc}\p{Cs}]/u.test(name)
}

function decodeName(hex: string): string | undefined {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  try {
    const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return isDexName(name) ? name : undefined
  } catch {
    return undefined
  }
}
