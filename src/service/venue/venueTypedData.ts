import { type Address, type Hex, numberToHex, zeroAddress } from 'viem'
import { type Field, listFields } from '../../base/listFields.js'
import type { ServiceProfile } from '../profile/types.js'

/** The typed data that a wallet signs: the parameters of viem's `signTypedData` and `hashTypedData`. */
export type VenueTypedData = {
  domain: { name: string; version: string; chainId: number; verifyingContract: Address }
  types: Record<string, readonly Field[]>
  primaryType: string
  message: Record<string, unknown>
}

/** Binds the nonce of a transfer to an order. */
export type NonceMapping = { chainId: string; wallet: Address; depositor: Address; id: Hex; nonce: number }

/** A transfer on the venue, without the field that names the network. */
export type VenueTransfer = {
  destination: string
  sourceDex: string
  destinationDex: string
  token: string
  /** In whole units. */
  amount: string
  fromSubAccount: string
  /** Unix milliseconds. */
  nonce: number
}

export const nonceMappingFields = /* @__PURE__ */ listFields(
  'string chainId,address wallet,address depositor,bytes32 id,uint256 nonce',
)

/** Lists the transfer's fields. The name of the first field depends on the venue. */
export function sendAssetFields(profile: ServiceProfile): readonly Field[] {
  const texts = [
    profile.venue.chainField,
    'destination',
    'sourceDex',
    'destinationDex',
    'token',
    'amount',
    'fromSubAccount',
  ]
  return [...texts.map((name) => ({ name, type: 'string' })), { name: 'nonce', type: 'uint64' }]
}

const domainFields = /* @__PURE__ */ listFields(
  'string name,string version,uint256 chainId,address verifyingContract',
)

/** Makes the typed data of the first signature. `walletChainId` matters only to the wallet. */
export function nonceMappingTypedData(
  mapping: NonceMapping,
  { profile, walletChainId }: { profile: ServiceProfile; walletChainId: number },
): VenueTypedData {
  return {
    domain: {
      name: profile.nonceMappingDomainName,
      version: '2',
      chainId: walletChainId,
      verifyingContract: zeroAddress,
    },
    types: { NonceMapping: nonceMappingFields },
    primaryType: 'NonceMapping',
    message: mapping,
  }
}

/** Makes the typed data of the second signature. The message is the action that the venue receives. */
export function venueTransferTypedData(
  transfer: VenueTransfer & Record<string, string | number>,
  { profile, walletChainId }: { profile: ServiceProfile; walletChainId: number },
): VenueTypedData {
  const { sendAssetType, signDomainName } = profile.venue
  return {
    domain: { name: signDomainName, version: '1', chainId: walletChainId, verifyingContract: zeroAddress },
    types: { [sendAssetType]: sendAssetFields(profile), EIP712Domain: domainFields },
    primaryType: sendAssetType,
    message: { ...transfer, type: 'sendAsset', signatureChainId: numberToHex(walletChainId) },
  }
}
