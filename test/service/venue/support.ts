import { zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashOrder } from '../../../src/protocol/order/hashOrder.js'
import { relayProfile } from '../../../src/service/profile/relayProfile.js'
import type { ServiceProfile } from '../../../src/service/profile/types.js'
import { type QuoteV2 as Quote, quoteSchema } from '../../../src/service/resources/quote.js'
import type { StepRequest } from '../../../src/service/steps/types.js'
import { metadataRouter } from '../../support/routerKinds.js'

export const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
export const user = account.address
export const thief = '0x9999999999999999999999999999999999999999'
export const requestId = `0x${'ab'.repeat(32)}` as const
export const nonce = 1784937600123
export const walletChainId = 42161
export const perps = `0x${'0'.repeat(32)}`
export const spotUsdc = '0x6d1e7cde53ba9467b783cb7c530ce054'
export const spotToken = { name: 'HYPE', tokenId: '0x0d01dc56dcaaca66ad901c959b4011ec', weiDecimals: 8 }
const baseUsdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** The specification's neutral names. */
export const neutralProfile: ServiceProfile = {
  name: 'neutral',
  solvers: { evm: '0xb04Fc68bc706bCdb68B39Eec47b709D3E54156cf' },
  chains: [
    {
      id: 8453,
      name: 'base',
      routers: [{ address: '0xAfA861461d8638Fb15E4be6a5A5BE46A2bef3726', ...metadataRouter }],
    },
    { id: 792703809, name: 'solana' },
  ],
  nonceMappingDomainName: 'ServiceNonceMapping',
  venue: {
    chainId: 1337,
    chainName: 'venue',
    chainField: 'venueChain',
    sendAssetType: 'VenueTransaction:SendAsset',
    signDomainName: 'VenueSignTransaction',
    depository: '0x2222222222222222222222222222222222222222',
  },
}

export const profiles = { relay: relayProfile, neutral: neutralProfile }

export const request: StepRequest = {
  user,
  recipient: '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd',
  originChainId: 1337,
  destinationChainId: 8453,
  originCurrency: perps,
  destinationCurrency: baseUsdc,
  amount: '1000000000',
  tradeType: 'EXACT_INPUT',
}

const currency = (chainId: number, address: string, decimals: number) => ({
  chainId,
  address,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals,
})

/** Makes an honest service's answer to `request`, in the specification's form. */
export function honestQuote(changes: Partial<StepRequest> = {}, profile = neutralProfile): Quote {
  const asked = { ...request, ...changes }
  const { venue } = profile
  const isPerps = asked.originCurrency === perps
  const isUsdc = isPerps || asked.originCurrency === spotUsdc
  const isEvm = asked.destinationChainId === 8453
  const refund = { minimumAmount: '0', deadline: 1_900_000_000, extraData: '0x' }
  const destination = profile.chains!.find(({ id }) => id === asked.destinationChainId)!.name
  const recipient = asked.recipient ?? asked.user
  const orderData = {
    version: 'v1',
    solverChainId: 'base',
    solver: profile.solvers!.evm.toLowerCase(),
    salt: `0x${'5a'.repeat(32)}` as const,
    inputs: [
      {
        payment: {
          chainId: venue.chainName,
          currency: asked.originCurrency,
          amount: '1000000000',
          weight: '1',
        },
        refunds: [
          {
            chainId: venue.chainName,
            recipient: asked.refundTo ?? user,
            currency: asked.originCurrency,
            ...refund,
          },
          {
            chainId: destination,
            recipient: isEvm ? (asked.refundTo ?? user) : recipient,
            currency: asked.destinationCurrency,
            ...refund,
          },
        ],
      },
    ],
    output: {
      chainId: destination,
      payments: [
        {
          recipient,
          currency: asked.destinationCurrency,
          minimumAmount: '9900000',
          expectedAmount: '9980000',
        },
      ],
      calls: [],
      deadline: 1_900_000_000,
      extraData: '0x' as const,
    },
    fees: [],
  }
  const orderId = hashOrder(orderData)
  const wallet = user.toLowerCase()
  const dex = isPerps ? '' : 'spot'
  const texts = ['destination', 'sourceDex', 'destinationDex', 'token', 'amount', 'fromSubAccount']
  return quoteSchema.parse({
    steps: [
      {
        id: 'authorize',
        action: 'Sign authorization',
        description: 'Tie the transfer to the order',
        kind: 'signature',
        requestId,
        depositAddress: '',
        items: [
          {
            status: 'incomplete',
            data: {
              sign: {
                signatureKind: 'eip712',
                domain: {
                  name: profile.nonceMappingDomainName,
                  version: '2',
                  chainId: 1,
                  verifyingContract: zeroAddress,
                },
                types: {
                  NonceMapping: [
                    { name: 'chainId', type: 'string' },
                    { name: 'wallet', type: 'address' },
                    { name: 'depositor', type: 'address' },
                    { name: 'id', type: 'bytes32' },
                    { name: 'nonce', type: 'uint256' },
                  ],
                },
                value: { chainId: venue.chainName, wallet, depositor: wallet, nonce, id: orderId },
                primaryType: 'NonceMapping',
              },
              post: {
                endpoint: '/authorize',
                method: 'POST',
                body: {
                  type: 'nonce-mapping',
                  walletChainId: 1337,
                  wallet,
                  depositor: wallet,
                  nonce,
                  id: orderId,
                  signatureChainId: 1,
                },
              },
            },
          },
        ],
      },
      {
        id: 'deposit',
        action: 'Confirm transaction in your wallet',
        description: 'Transfer',
        kind: 'transaction',
        requestId,
        depositAddress: '',
        items: [
          {
            status: 'incomplete',
            data: {
              action: {
                type: 'sendAsset',
                parameters: {
                  [venue.chainField]: 'Mainnet',
                  destination: venue.depository,
                  sourceDex: dex,
                  destinationDex: dex,
                  token: isUsdc ? `USDC:${spotUsdc}` : `${spotToken.name}:${asked.originCurrency}`,
                  amount: '10.000000',
                  fromSubAccount: '',
                  nonce,
                },
              },
              nonce,
              eip712Types: {
                [venue.sendAssetType]: [
                  ...[venue.chainField, ...texts].map((name) => ({ name, type: 'string' })),
                  { name: 'nonce', type: 'uint64' },
                ],
              },
              eip712PrimaryType: venue.sendAssetType,
            },
            check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
          },
        ],
      },
    ],
    details: {
      operation: 'bridge',
      sender: user,
      recipient,
      currencyIn: {
        currency: currency(1337, asked.originCurrency, 8),
        amount: '1000000000',
        amountFormatted: '10.0',
        minimumAmount: '1000000000',
      },
      currencyOut: {
        currency: currency(asked.destinationChainId, asked.destinationCurrency, 6),
        amount: '9980000',
        amountFormatted: '9.98',
        minimumAmount: '9900000',
      },
    },
    protocol: {
      v2: {
        orderId,
        orderData,
        paymentDetails: {
          chainId: venue.chainName,
          depository: venue.depository,
          currency: asked.originCurrency,
          amount: '1000000000',
        },
      },
    },
  })
}

/** A copy with one thing changed; `orderData` that is changed has its id everywhere, as a liar would do it. */
// biome-ignore lint/suspicious/noExplicitAny: a liar's quote has any shape.
export function lie(change: (quote: any) => void, quote: Quote = honestQuote()): Quote {
  const copy = structuredClone(quote)
  change(copy)
  const v2 = copy.protocol?.v2
  if (v2 && JSON.stringify(v2.orderData) !== JSON.stringify(quote.protocol?.v2?.orderData)) {
    const id = hashOrder(v2.orderData!)
    v2.orderId = id
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const data = copy.steps[0]!.items[0]!.data as any
    data.sign.value.id = id
    data.post.body.id = id
  }
  return copy
}
