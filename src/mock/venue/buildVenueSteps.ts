import { type Hex, zeroAddress } from 'viem'
import { mockProfile } from '../../service/profile/mockProfile.js'
import { formatVenueAmount } from '../../service/venue/venueAmount.js'
import { nonceMappingFields, sendAssetFields } from '../../service/venue/venueTypedData.js'
import type { MockContext } from '../context.js'
import { findVenueAsset } from './venueCurrencies.js'

export type BuildVenueStepsParameters = {
  /** `input` is one of the venue's currencies. */
  request: { user: Hex; input: { address: Hex } }
  /** Smallest unit. */
  trade: { inputAmount: bigint }
  orderId: Hex
  requestId: Hex
  context: Pick<MockContext, 'venue'>
}

/** The venue's own name of its network. */
export const venueNetwork = 'Mainnet'

/** To the venue a wallet may be on any chain; this one stands in a quote. */
const signatureChainId = 1

/** Decimals that an amount shows at least. */
const shownDecimals = 6

/**
 * The two signatures with which a user withdraws from the venue: one binds a nonce to the order, the other one makes the
 * transfer with that nonce.
 *
 * - Units: the transfer's amount is in whole units, and exact.
 */
export function buildVenueSteps({
  request,
  trade,
  orderId,
  requestId,
  context: { venue },
}: BuildVenueStepsParameters) {
  const { chainId, chainName, chainField, sendAssetType } = mockProfile.venue
  const { dex, token, decimals } = findVenueAsset(request.input.address)!
  const wallet = request.user.toLowerCase() as Hex
  const nonce = venue.nextNonce()
  return [
    {
      id: 'authorize' as const,
      action: 'Sign authorization',
      description: 'Bind the transfer to the order',
      kind: 'signature' as const,
      requestId,
      depositAddress: '' as const,
      items: [
        {
          status: 'incomplete' as const,
          data: {
            sign: {
              signatureKind: 'eip712' as const,
              domain: {
                name: mockProfile.nonceMappingDomainName,
                version: '2',
                chainId: signatureChainId,
                verifyingContract: zeroAddress,
              },
              types: { NonceMapping: nonceMappingFields },
              value: { chainId: chainName, wallet, depositor: wallet, nonce, id: orderId },
              primaryType: 'NonceMapping',
            },
            post: {
              endpoint: '/authorize',
              method: 'POST' as const,
              body: {
                type: 'nonce-mapping',
                walletChainId: chainId,
                wallet,
                depositor: wallet,
                nonce,
                id: orderId,
                signatureChainId,
              },
            },
          },
        },
      ],
    },
    {
      id: 'deposit' as const,
      action: 'Confirm transaction in your wallet',
      description: 'Transfer to the depository on the venue',
      kind: 'transaction' as const,
      requestId,
      depositAddress: '' as const,
      items: [
        {
          status: 'incomplete' as const,
          data: {
            action: {
              type: 'sendAsset' as const,
              parameters: {
                [chainField]: venueNetwork,
                destination: venue.depository.toLowerCase(),
                sourceDex: dex,
                destinationDex: dex,
                token,
                amount: toWholeUnits(trade.inputAmount, decimals),
                fromSubAccount: '',
                nonce,
              },
            },
            nonce,
            eip712Types: { [sendAssetType]: sendAssetFields(mockProfile) },
            eip712PrimaryType: sendAssetType,
          },
          check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' as const },
        },
      ],
    },
  ]
}

function toWholeUnits(amount: bigint, decimals: number): string {
  const [whole, fraction = ''] = formatVenueAmount(amount, decimals).split('.')
  return `${whole}.${fraction.padEnd(shownDecimals, '0')}`
}
