import { type Hex, keccak256, sliceHex, stringToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { mockProfile } from '../../service/profile/mockProfile.js'
import { formatVenueCurrency } from '../../service/venue/formatVenueCurrency.js'
import { perpsAddress } from '../../service/venue/parseVenueCurrency.js'
import type { ChainCurrency } from '../chains/chain.js'

/**
 * A currency of the venue. The first 16 bytes of its address are zeros for perps, otherwise the token's id. For a HIP-3
 * dex, the name of the dex follows.
 */
export type VenueAsset = ChainCurrency & {
  /** The dex's name in a transfer, whether the dex is the source or the destination. */
  dex: string
  /** The token's name in a transfer: symbol, colon, token id. */
  token: string
}

const usdcId: Hex = '0x6d1e7cde53ba9467b783cb7c530ce054'
const etherId = sliceHex(keccak256(stringToHex('fillproof mock venue token ETH')), 0, 16)

/** The venue's metadata of its spot tokens. */
export const spotTokens = [
  {
    name: 'USDC',
    szDecimals: 8,
    weiDecimals: 8,
    index: 0,
    tokenId: usdcId,
    isCanonical: true,
    fullName: null,
  },
  {
    name: 'ETH',
    szDecimals: 4,
    weiDecimals: 9,
    index: 1,
    tokenId: etherId,
    isCanonical: false,
    fullName: 'Ether',
  },
]

const { chainId } = mockProfile.venue

/** A HIP-3 dex on which USDC is traded. */
const dexName = 'xyz'

/**
 * The venue's currencies: USDC on perps, the spot tokens, and USDC on a dex. USDC on perps has an address of its own, but the
 * token id of USDC on spot.
 */
export const venueAssets: readonly VenueAsset[] = [
  {
    chainId,
    address: perpsAddress,
    symbol: 'USDC',
    name: 'USD Coin (perps)',
    decimals: 8,
    dex: '',
    token: `USDC:${usdcId}`,
  },
  ...spotTokens.map(
    ({ name, fullName, tokenId, weiDecimals }): VenueAsset => ({
      chainId,
      address: tokenId,
      symbol: name,
      name: fullName ?? name,
      decimals: weiDecimals,
      dex: 'spot',
      token: `${name}:${tokenId}`,
    }),
  ),
  // The service does not specify how a transfer names a dex. The mock uses the dex's own name, as it uses the names of perps
  // and spot.
  {
    chainId,
    address: formatVenueCurrency({ kind: 'dex', tokenId: usdcId, dex: dexName }),
    symbol: 'USDC',
    name: `USD Coin (${dexName})`,
    decimals: 8,
    dex: dexName,
    token: `USDC:${usdcId}`,
  },
]

export function findVenueAsset(address: string): VenueAsset | undefined {
  return venueAssets.find((asset) => asset.address === address.toLowerCase())
}

/** Finds a currency by the token and the dex of a transfer. */
export function findTransferAsset(token: string, dex: string): VenueAsset | undefined {
  return venueAssets.find((asset) => asset.token === token && asset.dex === dex)
}

/** The venue account that receives deposits. The mock's profile names it. */
export const venueDepository = privateKeyToAddress(keccak256(stringToHex('fillproof mock venue depository')))
