import { type Address, type Hex, numberToHex, zeroAddress } from 'viem'
import type { ServiceProfile } from '../profile/types.js'

type Field = { name: string; type: string }

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

export const nonceMappingFields: readonly Field[] = [
  { name: 'chainId', type: 'string' },
  { name: 'wallet', type: 'address' },
  { name: 'depositor', type: 'address' },
  { name: 'id', type: 'bytes32' },
  { name: 'nonce', type: 'uint256' },
]

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

const domainFields: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

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
    domain: {
      name: signDomainName,
      version: '1',
      chainId: walletChainId,
      verifyingContract: zeroAddress,
    },
    types: { [sendAssetType]: sendAssetFields(profile), EIP712Domain: domainFields },
    primaryType: sendAssetType,
    message: { ...transfer, type: 'sendAsset', signatureChainId: numberToHex(walletChainId) },
  }
}
