import { type Hex, stringToHex } from 'viem'
import { toBytes } from '../../base/values.js'
import { VenueCurrencyError } from './errors.js'
import { isDexName, perpsAddress, requireSpotToken, type VenueCurrency } from './parseVenueCurrency.js'

/**
 * Writes the service's address for a currency of the venue.
 *
 * - This is the inverse of {@link parseVenueCurrency}, exact in both directions.
 *
 * @param currency - {@link VenueCurrency}
 * @returns The address, in lower case.
 * @throws {@link VenueCurrencyError} when the tokenId is not 16 bytes or is zero, or when the dex has no name that can be
 * written.
 *
 * @example
 * import { formatVenueCurrency } from 'fillproof/client'
 *
 * formatVenueCurrency({ kind: 'dex', tokenId: '0x6d1e7cde53ba9467b783cb7c530ce054', dex: 'xyz' })
 * // '0x6d1e7cde53ba9467b783cb7c530ce05478797a'
 */
export function formatVenueCurrency(currency: VenueCurrency): Hex {
  if (currency.kind === 'perps') return perpsAddress
  if (currency.kind !== 'spot' && currency.kind !== 'dex') {
    throw new VenueCurrencyError({ value: currency, requirement: 'of kind perps, spot or dex' })
  }
  const tokenId = toBytes(currency.tokenId, [16])
  if (!tokenId) {
    throw new VenueCurrencyError({ value: currency.tokenId, requirement: 'named by a tokenId of 16 bytes' })
  }
  requireSpotToken(tokenId, currency.tokenId)
  if (currency.kind === 'spot') return tokenId
  if (!isDexName(currency.dex)) {
    throw new VenueCurrencyError({ value: currency.dex, requirement: 'on a dex with a name of visible text' })
  }
  return `${tokenId}${stringToHex(currency.dex).slice(2)}` as Hex
}
