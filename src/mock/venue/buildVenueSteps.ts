import { type Hex, zeroAddress } from 'viem'
import { mockProfile } from '../../service/profile/mockProfile.js'
import { formatVenueAmount } from '../../service/venue/venueAmount.js'
import { nonceMappingFields, sendAssetFields } from '../../service/venue/venueTypedData.js'
import type { MockContext } from '../context.js'
import { createStep, type QuoteStep } from '../quote/steps.js'
import { findVenueAsset } from './venueCurrencies.js'

type BuildVenueStepsParameters = {
  /** `input` is one of the venue's currencies. */
  request: { user: Hex; input: { address: Hex } }
  /** Smallest unit. */
  trade: { inputAmount: bigint }
  orderId: Hex
  requestId: Hex
  context: Pick<MockContext, 'venue'>
}

/** The network's name on the venue. */
export const venueNetwork = 'Mainnet'

const { chainId, chainName, chainField, sendAssetType } = mockProfile.venue

/** The chain id in quoted signatures. The venue accepts a wallet on any chain. */
const signatureChainId = 1

const minShownDecimals = 6

/**
 * Builds the two signatures of a withdrawal from the venue. The first binds a nonce to the order; the second makes the
 * transfer with that nonce.
 *
 * - Units: the transfer's amount is in whole units, and exact.
 */
export function buildVenueSteps(parameters: BuildVenueStepsParameters): QuoteStep[] {
  const { requestId, orderId, request, context } = parameters
  const nonce = context.venue.nextNonce()
  return [
    createStep('authorize', {
      description: 'Bind the transfer to the order',
      requestId,
      data: buildMapping(request.user.toLowerCase() as Hex, nonce, orderId),
    }),
    createStep('deposit', {
      description: 'Transfer to the depository on the venue',
      requestId,
      data: buildTransfer(parameters, nonce),
      isPayment: true,
    }),
  ]
}

function buildMapping(wallet: Hex, nonce: number, id: Hex) {
  const mapping = { wallet, depositor: wallet, nonce, id }
  return {
    sign: {
      signatureKind: 'eip712',
      domain: {
        name: mockProfile.nonceMappingDomainName,
        version: '2',
        chainId: signatureChainId,
        verifyingContract: zeroAddress,
      },
      types: { NonceMapping: nonceMappingFields },
      value: { chainId: chainName, ...mapping },
      primaryType: 'NonceMapping',
    },
    post: {
      endpoint: '/authorize',
      method: 'POST',
      body: { type: 'nonce-mapping', walletChainId: chainId, ...mapping, signatureChainId },
    },
  }
}

function buildTransfer({ request, trade, context }: BuildVenueStepsParameters, nonce: number) {
  const { dex, token, decimals } = findVenueAsset(request.input.address)!
  const parameters = {
    [chainField]: venueNetwork,
    destination: context.venue.depository.toLowerCase(),
    sourceDex: dex,
    destinationDex: dex,
    token,
    amount: toWholeUnits(trade.inputAmount, decimals),
    fromSubAccount: '',
    nonce,
  }
  return {
    action: { type: 'sendAsset', parameters },
    nonce,
    eip712Types: { [sendAssetType]: sendAssetFields(mockProfile) },
    eip712PrimaryType: sendAssetType,
  }
}

function toWholeUnits(amount: bigint, decimals: number): string {
  const [whole, fraction = ''] = formatVenueAmount(amount, decimals).split('.')
  return `${whole}.${fraction.padEnd(minShownDecimals, '0')}`
}
