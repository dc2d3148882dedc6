import { expect } from 'chai'
import { hashTypedData, zeroAddress } from 'viem'
import { padAddress } from '../../../src/index.js'
import { encodeOrderCall } from '../../../src/protocol/order/encodeOrderCall.js'
import type { ServiceProfile, ServiceProfileChain } from '../../../src/service/profile/types.js'
import type { StepRequest } from '../../../src/service/steps/types.js'
import { verifyVenueWithdrawal } from '../../../src/service/venue/verifyVenueWithdrawal.js'
import { thrown } from '../../support/errors.js'
import { attacks } from './attacks.js'
import {
  honestQuote,
  lie,
  neutralProfile,
  nonce,
  perps,
  profiles,
  request,
  requestId,
  spotToken,
  thief,
  user,
  walletChainId,
} from './support.js'

type Options = Partial<Parameters<typeof verifyVenueWithdrawal>[0]>

const verify = (options: Options = {}) =>
  verifyVenueWithdrawal({
    quote: honestQuote(),
    request,
    profile: neutralProfile,
    walletChainId,
    account: user,
    ...options,
  })

/** An honest answer to a changed request. */
const verifyRequest = (changes: Partial<StepRequest>, options: Options = {}) =>
  verify({ ...options, quote: options.quote ?? honestQuote(changes), request: { ...request, ...changes } })

const wallet = user.toLowerCase()

describe('verifyVenueWithdrawal', () => {
  it('default', () => {
    const quote = honestQuote()
    const orderId = quote.protocol?.v2?.orderId
    expect(verify({ quote })).deep.equal({
      requestId,
      orderId,
      nonce,
      deadline: { path: 'protocol.v2.orderData.output.deadline', at: 1_900_000_000 },
      authorize: {
        typedData: {
          domain: {
            name: 'ServiceNonceMapping',
            version: '2',
            chainId: walletChainId,
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
          primaryType: 'NonceMapping',
          message: { chainId: 'venue', wallet, depositor: wallet, id: orderId, nonce },
        },
        body: {
          type: 'nonce-mapping',
          walletChainId: 1337,
          wallet,
          depositor: wallet,
          nonce,
          id: orderId,
          signatureChainId: walletChainId,
        },
      },
      transfer: {
        typedData: {
          domain: {
            name: 'VenueSignTransaction',
            version: '1',
            chainId: walletChainId,
            verifyingContract: zeroAddress,
          },
          types: {
            'VenueTransaction:SendAsset': [
              { name: 'venueChain', type: 'string' },
              { name: 'destination', type: 'string' },
              { name: 'sourceDex', type: 'string' },
              { name: 'destinationDex', type: 'string' },
              { name: 'token', type: 'string' },
              { name: 'amount', type: 'string' },
              { name: 'fromSubAccount', type: 'string' },
              { name: 'nonce', type: 'uint64' },
            ],
            EIP712Domain: [
              { name: 'name', type: 'string' },
              { name: 'version', type: 'string' },
              { name: 'chainId', type: 'uint256' },
              { name: 'verifyingContract', type: 'address' },
            ],
          },
          primaryType: 'VenueTransaction:SendAsset',
          message: {
            venueChain: 'Mainnet',
            destination: neutralProfile.venue.depository,
            sourceDex: '',
            destinationDex: '',
            token: 'USDC:0x6d1e7cde53ba9467b783cb7c530ce054',
            amount: '10.000000',
            fromSubAccount: '',
            nonce,
            type: 'sendAsset',
            signatureChainId: '0xa4b1',
          },
        },
      },
    })
  })

  it("behavior: the public service's names", () => {
    const profile = profiles.relay
    const { authorize, transfer } = verify({ quote: honestQuote({}, profile), profile })
    expect(authorize.typedData.domain.name).equal('RelayNonceMapping')
    expect(authorize.typedData.message.chainId).equal('hyperliquid')
    expect(transfer.typedData.domain.name).equal('HyperliquidSignTransaction')
    expect(transfer.typedData.primaryType).equal('HyperliquidTransaction:SendAsset')
    expect(transfer.typedData.message).include({
      hyperliquidChain: 'Mainnet',
      destination: '0x865eb9baa5492cef598adf7afb1038654fcb7081',
    })
  })

  it('behavior: additional message fields are not hashed', () => {
    const { transfer } = verify()
    const { type: _, signatureChainId: __, ...message } = transfer.typedData.message
    const { EIP712Domain: ___, ...types } = transfer.typedData.types
    expect(hashTypedData(transfer.typedData)).equal(hashTypedData({ ...transfer.typedData, types, message }))
  })

  it("behavior: signs for the wallet's chain, whatever the quote says", () => {
    const quote = lie(({ steps }) => {
      steps[0].items[0].data.sign.domain.chainId = 10
      steps[0].items[0].data.post.body.signatureChainId = 10
    })
    for (const chainId of [1, 137]) {
      const { authorize, transfer } = verify({ quote, walletChainId: chainId })
      expect(authorize.typedData.domain.chainId).equal(chainId)
      expect(authorize.body.signatureChainId).equal(chainId)
      expect(transfer.typedData.domain.chainId).equal(chainId)
      expect(transfer.typedData.message.signatureChainId).equal(chainId === 1 ? '0x1' : '0x89')
    }
  })

  it('behavior: accepts any hex case, unknown fields, and missing paymentDetails', () => {
    const quote = lie(({ steps, protocol }) => {
      const { sign, post } = steps[0].items[0].data
      sign.value.wallet = user
      sign.value.extra = 1
      post.body.depositor = user
      post.body.extra = 1
      steps[1].items[0].data.extra = 1
      steps[1].items[0].data.action.extra = 1
      steps[1].items[0].data.action.parameters.destination = '0x2222222222222222222222222222222222222222'
        .toUpperCase()
        .replace('X', 'x')
      delete protocol.v2.paymentDetails
      protocol.v2.hubType = 'onchain'
    })
    const { authorize, transfer } = verify({ quote })
    expect(authorize.typedData.message).have.all.keys('chainId', 'wallet', 'depositor', 'id', 'nonce')
    expect(authorize.body).include({ extra: 1 })
    expect(transfer.typedData.message).not.property('extra')
  })

  it('behavior: a requestId that differs from the order id, and one that equals it', () => {
    const quote = honestQuote()
    const orderId = quote.protocol?.v2?.orderId
    for (const step of quote.steps) step.requestId = orderId
    expect(verify({ quote })).include({ requestId: orderId, orderId })
  })

  it('behavior: the recipient defaults to the user, and refunds go to refundTo', () => {
    expect(verifyRequest({ recipient: undefined })).include({ nonce })
    const refundTo = '0x3333333333333333333333333333333333333333'
    expect(verifyRequest({ refundTo })).include({ nonce })
    expect(verifyRequest({ refundTo: perps }, { quote: honestQuote() })).include({ nonce })
  })

  it('behavior: a recipient on another virtual machine', async () => {
    const changes = {
      destinationChainId: 792703809,
      destinationCurrency: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      recipient: 'F7p3dFrjRTbtRp8FRF6qHLomXbKRBzpvBLjtQcfcgmNe',
    }
    expect(verifyRequest(changes)).include({ nonce })
    const other = { ...changes, recipient: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }
    const error = await thrown(() => verifyRequest(changes, { quote: honestQuote(other) }))
    expect(error).include({ name: 'StepMismatchError' })
    expect(
      await thrown(() => verifyRequest({ ...changes, recipient: undefined }, { quote: honestQuote() })),
    ).include({
      name: 'StepOptionError',
      option: 'request.recipient',
    })
  })

  it('behavior: a router of the profile may fill', () => {
    const word = padAddress(neutralProfile.chains![0]!.routers![0]!.address)
    const quote = lie(({ protocol }) => {
      protocol.v2.orderData.output.extraData = word
    })
    expect(verify({ quote })).include({ nonce })
  })

  it("behavior: accepts only the request's calls", async () => {
    const txs = [{ to: thief, data: '0x1234', value: '5' }]
    const call = encodeOrderCall({ to: thief, data: '0x1234', value: 5n })
    const withCalls = (calls: string[]) =>
      verifyRequest(
        { txs },
        {
          quote: lie(({ protocol }) => {
            protocol.v2.orderData.output.calls = calls
            protocol.v2.orderData.output.extraData = padAddress(
              neutralProfile.chains![0]!.routers![0]!.address,
            )
          }),
        },
      )
    expect(withCalls([call])).include({ nonce })
    const path = 'protocol.v2.orderData.output.calls'
    expect(await thrown(() => withCalls([]))).include({ path })
    expect(await thrown(() => withCalls([call, call]))).include({ path })
    const other = encodeOrderCall({ to: user, data: '0x1234', value: 5n })
    expect(await thrown(() => withCalls([other]))).include({ path: `${path}[0]` })
  })

  describe('amounts', () => {
    const amount = 1000000000n

    it('behavior: an exact input, at its amount, below and above', async () => {
      expect(verifyRequest({ amount })).include({ nonce })
      for (const other of [amount - 1n, amount + 1n]) {
        const error = await thrown(() => verifyRequest({ amount: other }))
        expect(error).include({
          name: 'StepMismatchError',
          path: 'protocol.v2.orderData.inputs[0].payment.amount',
          found: amount,
          required: other,
        })
      }
    })

    for (const tradeType of ['EXPECTED_OUTPUT', 'EXACT_OUTPUT'] as const) {
      it(`behavior: ${tradeType}, at the maximum, below and above`, async () => {
        const at = (maximumAmountIn?: bigint) =>
          verifyRequest({ tradeType, amount: 9900000n }, { maximumAmountIn })
        expect(at(amount)).include({ nonce })
        expect(at(amount + 1n)).include({ nonce })
        expect(await thrown(() => at(amount - 1n))).include({
          path: 'protocol.v2.orderData.inputs[0].payment.amount',
          required: 'at most 999999999',
        })
        expect(await thrown(() => at())).include({ name: 'StepOptionError', option: 'maximumAmountIn' })
      })
    }

    it('error: an amount of zero', async () => {
      const quote = lie(({ protocol }) => {
        protocol.v2.orderData.inputs[0].payment.amount = '0'
      })
      const tradeType = 'EXPECTED_OUTPUT'
      for (const changes of [{ amount: '0' }, { tradeType } as const]) {
        expect(await thrown(() => verifyRequest(changes, { quote, maximumAmountIn: amount }))).include({
          path: 'protocol.v2.orderData.inputs[0].payment.amount',
          required: 'at least 1',
        })
      }
    })

    it('behavior: the received amount is checked at, below and above the minimum', async () => {
      const path = 'protocol.v2.orderData.output.payments[0].minimumAmount'
      expect(verify({ minimumAmountOut: 9899999n })).include({ nonce })
      expect(verify({ minimumAmountOut: 9900000n })).include({ nonce })
      expect(await thrown(() => verify({ minimumAmountOut: 9900001n }))).include({ path })
      const exact = (out: bigint) =>
        verifyRequest({ tradeType: 'EXACT_OUTPUT', amount: out }, { maximumAmountIn: amount })
      expect(exact(9900000n)).include({ nonce })
      expect(await thrown(() => exact(9900001n))).include({ path })
    })

    it('behavior: accepts every notation of the same amount', async () => {
      const write = (text: string) =>
        verify({
          quote: lie(({ steps }) => {
            steps[1].items[0].data.action.parameters.amount = text
          }),
        })
      for (const text of ['10', '10.0', '10.00000000', '10.0000000000']) {
        expect(write(text).transfer.typedData.message.amount).equal(text)
      }
      for (const text of ['010', '10.', '.1', ' 10', '10,0', '+10', '0x0a']) {
        expect(await thrown(() => write(text))).include({ name: 'StepMismatchError', found: text })
      }
    })
  })

  describe('spot', () => {
    const changes = { originCurrency: spotToken.tokenId }

    it('behavior: uses the venue’s name and decimals', () => {
      const { transfer } = verifyRequest(changes, { spotToken })
      expect(transfer.typedData.message).include({
        sourceDex: 'spot',
        destinationDex: 'spot',
        token: 'HYPE:0x0d01dc56dcaaca66ad901c959b4011ec',
        amount: '10.000000',
      })
    })

    it('error: decimals that differ from the venue’s', async () => {
      const error = await thrown(() =>
        verifyRequest(changes, { spotToken: { ...spotToken, weiDecimals: 6 } }),
      )
      expect(error).include({ path: 'details.currencyIn.currency.decimals', found: 8, required: 6 })
      const quote = lie(({ details }) => {
        details.currencyIn.currency.decimals = 6
      }, honestQuote(changes))
      const other = await thrown(() =>
        verifyRequest(changes, { quote, spotToken: { ...spotToken, weiDecimals: 6 } }),
      )
      expect(other).include({ path: 'steps[1].items[0].data.action.parameters.amount' })
    })

    it('error: another token, another dex, and no metadata', async () => {
      const parameters = 'steps[1].items[0].data.action.parameters'
      const rows: [string, string][] = [
        ['token', 'PURR:0x0d01dc56dcaaca66ad901c959b4011ec'],
        ['token', 'HYPE:0x6d1e7cde53ba9467b783cb7c530ce054'],
        ['sourceDex', ''],
        ['destinationDex', ''],
      ]
      for (const [field, value] of rows) {
        const quote = lie(({ steps }) => {
          steps[1].items[0].data.action.parameters[field] = value
        }, honestQuote(changes))
        const error = await thrown(() => verifyRequest(changes, { quote, spotToken }))
        expect(error).include({ path: `${parameters}.${field}`, found: value })
      }
      expect(await thrown(() => verifyRequest(changes))).include({
        name: 'StepOptionError',
        option: 'spotToken',
      })
    })
  })

  it('error: a dex, for which the specification has no transfer', async () => {
    const originCurrency = '0x6d1e7cde53ba9467b783cb7c530ce05478797a'
    const error = await thrown(() => verifyRequest({ originCurrency }))
    expect(error).include({ name: 'VenueCurrencyError', value: originCurrency })
  })

  for (const { name, path, change, error: kind = 'StepMismatchError' } of attacks) {
    it(`error: ${name}`, async () => {
      const error = await thrown(() => verify({ quote: lie(change) }))
      expect(error).include({ name: kind, path })
      if (kind === 'StepMismatchError') expect(error.message).include('Nothing was signed or sent.')
    })
  }

  it('error: a malformed order', async () => {
    const quote = honestQuote()
    const copy = structuredClone(quote)
    copy.protocol!.v2!.orderData!.output.payments[0]!.recipient = '0x12'
    expect(await thrown(() => verify({ quote: copy }))).include({
      name: 'OrderFieldError',
      field: 'output.payments[0].recipient',
    })
  })

  it('error: insufficient options', async () => {
    const { depository: _, ...venue } = neutralProfile.venue
    const without = (changes: object) => ({ profile: { ...neutralProfile, ...changes } as ServiceProfile })
    const rows: [string, Options][] = [
      ['walletChainId', { walletChainId: 0 }],
      ['request.user', { account: thief }],
      ['request.user', { request: { ...request, user: 'x' } }],
      ['request.originChainId', { request: { ...request, originChainId: 1 } }],
      ['request.destinationChainId', { request: { ...request, destinationChainId: 7 } }],
      ['request.destinationChainId', without({ chains: undefined })],
      ['request.destinationCurrency', { request: { ...request, destinationCurrency: 'x' } }],
      ['request.recipient', { request: { ...request, recipient: '0x12' } }],
      ['request.refundTo', { request: { ...request, refundTo: '0x12' } }],
      ['request.amount', { request: { ...request, amount: '1.5' } }],
      ['minimumAmountOut', { minimumAmountOut: -1n }],
      ['network', { network: '' }],
      ['profile.solvers', without({ solvers: undefined })],
      ['depository', without({ venue })],
    ]
    for (const [option, options] of rows) {
      expect(await thrown(() => verify(options)), option).include({ name: 'StepOptionError', option })
    }
  })

  it("behavior: accepts each depository of the venue, and uses the quote's", async () => {
    const first = neutralProfile.venue.depository!
    const second = '0x4444444444444444444444444444444444444444'
    const pay = (destination: string, named: string | undefined, chain?: Partial<ServiceProfileChain>) => {
      const quote = lie(({ steps, protocol }) => {
        steps[1].items[0].data.action.parameters.destination = destination
        protocol.v2.paymentDetails.depository = named
      })
      const venue = { id: 1337, name: 'venue', depositories: [first, second], ...chain }
      const profile = { ...neutralProfile, chains: [...neutralProfile.chains!, venue] }
      return () => verify({ quote, profile })
    }
    const path = 'steps[1].items[0].data.action.parameters.destination'
    expect(pay(second, second)()).include({ nonce })
    expect(pay(second, undefined)()).include({ nonce })
    expect(await thrown(pay(second, first))).include({ path, required: first })
    expect(await thrown(pay(thief, undefined))).include({ path })
    expect(await thrown(pay(thief, thief))).include({ path: 'protocol.v2.paymentDetails.depository' })
    // The profile's own depository is not of the list, so that the list is of another venue.
    expect(await thrown(pay(second, second, { depositories: [second] }))).include({ required: first })
    expect(await thrown(pay(second, second, { id: 7 }))).include({ required: first })
  })

  it("behavior: the caller's depository and network take precedence", async () => {
    const depository = '0x4444444444444444444444444444444444444444' as const
    const profile: ServiceProfile = { ...neutralProfile, venue: { ...neutralProfile.venue, depository } }
    const quote = honestQuote({}, profile)
    expect(verify({ quote, depository })).include({ nonce })
    expect(await thrown(() => verify({ quote }))).include({ path: 'protocol.v2.paymentDetails.depository' })
    const testnet = lie(({ steps }) => {
      steps[1].items[0].data.action.parameters.venueChain = 'Testnet'
    })
    expect(verify({ quote: testnet, network: 'Testnet' })).include({ nonce })
    expect(await thrown(() => verify({ network: 'Testnet' }))).include({
      found: 'Mainnet',
      required: 'Testnet',
    })
  })
})
