import { expect } from 'chai'
import fc from 'fast-check'
import { type Address, createWalletClient, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createServiceClient } from '../../src/client/createServiceClient.js'
import type { RequestTerms } from '../../src/mock/ledger.js'
import { buildVenueSteps } from '../../src/mock/venue/buildVenueSteps.js'
import type { VenueDeposit } from '../../src/mock/venue/createVenue.js'
import { spotTokens, venueAssets, venueDepository } from '../../src/mock/venue/venueCurrencies.js'
import { hashOrder } from '../../src/protocol/order/hashOrder.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { quoteSchema } from '../../src/service/resources/quote.js'
import { venueExchangeBody } from '../../src/service/venue/venueExchangeBody.js'
import { verifyVenueWithdrawal } from '../../src/service/venue/verifyVenueWithdrawal.js'
import { thrown } from '../support/errors.js'
import { mistyped } from '../support/mistyped.js'
import { newRequest, nowMs, startVenue } from './parts.js'

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const solver = mockProfile.solvers!.evm
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const [perps, spotUsdc, spotEther] = venueAssets as [
  (typeof venueAssets)[0],
  (typeof venueAssets)[0],
  (typeof venueAssets)[0],
]
const usdc = 10n ** 8n
const nothing = '0x0000000000000000000000000000000000000000'

type Mock = Awaited<ReturnType<typeof startVenue>>

/** A withdrawal as a service quotes it, and its request in the ledger. */
function quoteWithdrawal(
  mock: Mock,
  {
    asset = perps,
    amount = 10n * usdc,
    user = owner.address,
  }: { asset?: (typeof venueAssets)[number]; amount?: bigint; user?: Address } = {},
) {
  const request = {
    user,
    originChainId: 1337,
    destinationChainId: 31101,
    originCurrency: asset.address,
    destinationCurrency: nothing,
    amount: amount.toString(),
    tradeType: 'EXACT_INPUT' as const,
    protocolVersion: 'v2' as const,
  }
  const refund = { minimumAmount: '0', deadline: 1_900_000_000, extraData: '0x' as const }
  const orderData = {
    version: 'v1',
    solverChainId: 'venue',
    solver: solver.toLowerCase(),
    salt: generatePrivateKey(),
    inputs: [
      {
        payment: { chainId: 'venue', currency: asset.address, amount: amount.toString(), weight: '1' },
        refunds: [
          { chainId: 'venue', recipient: user, currency: asset.address, ...refund },
          { chainId: 'mockorigin', recipient: user, currency: nothing, ...refund },
        ],
      },
    ],
    output: {
      chainId: 'mockorigin',
      payments: [{ recipient: user, currency: nothing, minimumAmount: '5', expectedAmount: '6' }],
      calls: [],
      deadline: 1_900_000_000,
      extraData: '0x' as const,
    },
    fees: [],
  }
  const orderId = hashOrder(orderData)
  mock.ledger.open(
    newRequest({
      id: orderId,
      terms: {
        payment: 'venue',
        user,
        originChainId: 1337,
        originCurrency: asset.address,
        inputAmount: amount,
      },
    }),
  )
  const steps = buildVenueSteps({
    request: { user, input: asset },
    trade: { inputAmount: amount },
    orderId,
    requestId: orderId,
    context: mock,
  })
  const side = (currency: object, value: string) => ({ currency, amount: value, minimumAmount: value })
  const currency = { chainId: 1337, address: asset.address, symbol: asset.symbol, name: asset.name }
  const quote = quoteSchema.parse({
    steps,
    details: {
      operation: 'swap',
      sender: user,
      recipient: user,
      currencyIn: side({ ...currency, decimals: asset.decimals }, amount.toString()),
      currencyOut: side(
        { chainId: 31101, address: nothing, symbol: 'ETH', name: 'Ether', decimals: 18 },
        '5',
      ),
    },
    protocol: {
      v2: {
        orderId,
        orderData,
        paymentDetails: {
          chainId: 'venue',
          depository: mock.venue.depository,
          currency: asset.address,
          amount: amount.toString(),
        },
      },
    },
  })
  return { request, quote, orderId }
}

/** Returns what the client would sign. */
function verify(
  { request, quote }: Pick<ReturnType<typeof quoteWithdrawal>, 'request' | 'quote'>,
  spotToken?: (typeof spotTokens)[number],
) {
  return verifyVenueWithdrawal({
    request,
    quote,
    profile: mockProfile,
    account: owner.address,
    walletChainId: 31101,
    spotToken,
  })
}

describe('venue of the mock', () => {
  let mock: Mock
  let deposits: VenueDeposit[]

  beforeEach(async () => {
    mock = await startVenue([owner.address], solver)
    deposits = []
    mock.venue.onDeposit((deposit) => deposits.push(deposit))
  })
  afterEach(() => mock.close())

  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${mock.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }

  const clientOf = (fetch?: typeof globalThis.fetch) =>
    createServiceClient({
      profile: 'mock',
      baseUrl: mock.url,
      venueInfoUrl: `${mock.url}/venue/info`,
      venueExchangeUrl: `${mock.url}/venue/exchange`,
      ...(fetch && { fetch }),
    })

  const walletOf = (account = owner) =>
    createWalletClient({
      account,
      chain: { id: 31101, name: 'x', nativeCurrency: perps, rpcUrls: { default: { http: [] } } },
      transport: http('http://127.0.0.1:1', {
        fetchFn: async () => Response.json({ id: 1, jsonrpc: '2.0', result: '0x797d' }),
        retryCount: 0,
      }),
    })

  /** Signs both, for tests that send by themselves. */
  async function signed(account = owner, quoted = quoteWithdrawal(mock)) {
    const { authorize, transfer } = verify(quoted)
    return {
      ...quoted,
      mapping: authorize.body,
      mappingSignature: await account.signTypedData(authorize.typedData),
      exchange: venueExchangeBody(transfer.typedData, await account.signTypedData(transfer.typedData)),
      typedData: transfer.typedData,
    }
  }

  const authorize = (body: unknown, signature: string) => post(`/authorize?signature=${signature}`, body)

  it('default', async () => {
    const client = clientOf()
    expect(await client.getVenueBalance({ user: owner.address })).deep.equal({
      withdrawable: '1000000.0',
      withdrawableAmount: 1_000_000n * usdc,
      mode: 'default',
    })
    const quoted = quoteWithdrawal(mock)
    const result = await client.withdrawFromVenue({ ...quoted, walletClient: walletOf() })
    expect(result).deep.equal({ requestId: quoted.orderId, orderId: quoted.orderId, nonce: nowMs })
    const [deposit] = deposits
    expect(deposits).deep.equal([
      {
        orderId: quoted.orderId,
        user: owner.address,
        currency: perps.address,
        amount: 10n * usdc,
        txHash: deposit!.txHash,
      },
    ])
    expect(deposit!.txHash).match(/^0x[0-9a-f]{64}$/)
    expect((await client.getVenueBalance({ user: owner.address })).withdrawable).equal('999990.0')
    expect(mock.venue.balanceOf(venueDepository, perps.address)).equal(10n * usdc)
  })

  it('behavior: the steps are the specification’s', () => {
    const { quote, orderId } = quoteWithdrawal(mock)
    const wallet = owner.address.toLowerCase()
    const [authorize, deposit] = quote.steps
    expect(authorize).deep.equal({
      id: 'authorize',
      action: 'Sign authorization',
      description: 'Bind the transfer to the order',
      kind: 'signature',
      requestId: orderId,
      depositAddress: '',
      items: [
        {
          status: 'incomplete',
          data: {
            sign: {
              signatureKind: 'eip712',
              domain: {
                name: 'ServiceNonceMapping',
                version: '2',
                chainId: 1,
                verifyingContract: nothing,
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
              value: { chainId: 'venue', wallet, depositor: wallet, nonce: nowMs, id: orderId },
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
                nonce: nowMs,
                id: orderId,
                signatureChainId: 1,
              },
            },
          },
        },
      ],
    })
    expect(deposit).deep.equal({
      id: 'deposit',
      action: 'Confirm transaction in your wallet',
      description: 'Transfer to the depository on the venue',
      kind: 'transaction',
      requestId: orderId,
      depositAddress: '',
      items: [
        {
          status: 'incomplete',
          data: {
            action: {
              type: 'sendAsset',
              parameters: {
                venueChain: 'Mainnet',
                destination: mockProfile.venue.depository!.toLowerCase(),
                sourceDex: '',
                destinationDex: '',
                token: 'USDC:0x6d1e7cde53ba9467b783cb7c530ce054',
                amount: '10.000000',
                fromSubAccount: '',
                nonce: nowMs,
              },
            },
            nonce: nowMs,
            eip712Types: {
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
            },
            eip712PrimaryType: 'VenueTransaction:SendAsset',
          },
          check: { endpoint: `/intents/status/v3?requestId=${orderId}`, method: 'GET' },
        },
      ],
    })
  })

  it('behavior: steps of any amount and currency are exact and pass the client’s verification', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 30n), fc.constantFrom(...venueAssets.slice(0, 3)), (amount, asset) => {
        const spotToken = spotTokens.find(({ tokenId }) => tokenId === asset.address)
        const { transfer } = verify(quoteWithdrawal(mock, { amount, asset }), spotToken)
        expect(transfer.typedData.message).include({
          token: asset.token,
          sourceDex: asset.dex,
          destinationDex: asset.dex,
        })
      }),
      { numRuns: 50 },
    )
  })

  it('behavior: the profile names the mock’s depository', () => {
    expect(mockProfile.venue.depository).equal(venueDepository)
    expect(mock.venue.depository).equal(venueDepository)
  })

  it('behavior: a spot token with its own decimals', async () => {
    const client = clientOf()
    const tokens = await client.getVenueSpotTokens()
    expect(tokens.map(({ name, tokenId, weiDecimals }) => [name, tokenId, weiDecimals])).deep.equal([
      ['USDC', '0x6d1e7cde53ba9467b783cb7c530ce054', 8],
      ['ETH', spotEther.address, 9],
    ])
    const quoted = quoteWithdrawal(mock, { asset: spotEther, amount: 1_234_567_891n })
    await client.withdrawFromVenue({ ...quoted, walletClient: walletOf() })
    expect(deposits).length(1)
    expect(deposits[0]).include({ currency: spotEther.address, amount: 1_234_567_891n })
    const { body } = await post('/venue/info', { type: 'spotClearinghouseState', user: owner.address })
    expect(body.balances).deep.equal([
      { coin: 'USDC', token: 0, total: '100000.0', hold: '0.0', entryNtl: '0.0' },
      { coin: 'ETH', token: 1, total: '99998.765432109', hold: '0.0', entryNtl: '0.0' },
    ])
  })

  it('behavior: an unknown user has no balances', async () => {
    const user = stranger.address
    expect(await clientOf().getVenueBalance({ user })).deep.equal({
      withdrawable: '0.0',
      withdrawableAmount: 0n,
      mode: 'default',
    })
    const { body } = await post('/venue/info', { type: 'spotClearinghouseState', user })
    expect(body).deep.equal({ balances: [] })
    expect(mock.venue.hasAccount(user)).equal(false)
  })

  it("behavior: the balance follows the account's mode", async () => {
    const user = stranger.address
    const balance = () => clientOf().getVenueBalance({ user })
    mock.venue.fund(user, perps.address, 899n * usdc)
    mock.venue.fund(user, spotUsdc.address, 1n * usdc)
    const total = mock.venue.totalOf(perps.address) + mock.venue.totalOf(spotUsdc.address)
    for (const mode of ['default', 'disabled', 'dexAbstraction'] as const) {
      mock.venue.setMode(user, mode)
      expect(await balance()).deep.equal({ withdrawable: '899.0', withdrawableAmount: 899n * usdc, mode })
    }
    mock.venue.setMode(user, 'unifiedAccount')
    const unified = { withdrawable: '900', withdrawableAmount: 900n * usdc, mode: 'unifiedAccount' }
    expect(await balance()).deep.equal(unified)
    const { body } = await post('/venue/info', { type: 'clearinghouseState', user })
    expect(body.withdrawable).equal('0.0')
    mock.venue.setMode(user, 'portfolioMargin')
    expect(await balance()).deep.equal({
      withdrawable: null,
      withdrawableAmount: null,
      mode: 'portfolioMargin',
    })
    expect(mock.venue.totalOf(perps.address) + mock.venue.totalOf(spotUsdc.address)).equal(total)
    expect(() => mock.venue.setMode(user, mistyped('other'))).throw(/mode/)
  })

  it('error: an unknown info request', async () => {
    for (const body of [
      { type: 'other' },
      { type: 'clearinghouseState' },
      { type: 'spotClearinghouseState', user: 1 },
      [],
    ]) {
      expect(await post('/venue/info', body)).deep.equal({
        status: 422,
        body: 'Failed to deserialize the JSON body into the target type',
      })
    }
  })

  describe('POST /authorize', () => {
    it('default', async () => {
      const { mapping, mappingSignature } = await signed()
      const success = { status: 200, body: { message: 'Success' } }
      expect(await authorize(mapping, mappingSignature)).deep.equal(success)
      // The same once more changes nothing; a field of the public client's own is let pass.
      expect(await authorize({ ...mapping, referrer: 'sdk' }, mappingSignature)).deep.equal(success)
    })

    it('error: each changed field and each signature of another signer', async () => {
      const { mapping, mappingSignature, orderId } = await signed()
      const foreign = await signed(stranger)
      const high = mappingSignature.slice(0, -2)
      for (const [body, signature, message] of [
        [{ ...mapping, nonce: mapping.nonce + 1 }, mappingSignature, /^signature: must be by /],
        [{ ...mapping, signatureChainId: 1 }, mappingSignature, /^signature: must be by /],
        [{ ...mapping, id: `0x${'12'.repeat(32)}` }, mappingSignature, /^id: no withdrawal has the order/],
        [{ ...mapping, wallet: stranger.address }, mappingSignature, /^wallet: the order belongs to/],
        [{ ...mapping, depositor: stranger.address }, mappingSignature, /^wallet: the order belongs to/],
        [{ ...mapping, walletChainId: 1 }, mappingSignature, /^walletChainId: /],
        [{ ...mapping, type: 'other' }, mappingSignature, /^type: /],
        [{ ...mapping, nonce: `${mapping.nonce}` }, mappingSignature, /^nonce: /],
        [{ ...mapping, id: orderId.slice(0, -2) }, mappingSignature, /^id: must be hex of 32 bytes/],
        [[], mappingSignature, /^body: /],
        [foreign.mapping, foreign.mappingSignature, /^signature: must be by /],
        [mapping, `0x${'00'.repeat(65)}`, /^signature: must be a valid ECDSA signature/],
        [mapping, '0x', /^signature: must be hex of 65 bytes/],
        [mapping, high, /^signature: must be hex of 65 bytes/],
      ] as const) {
        const { status, body: answer } = await authorize(body, signature)
        expect(status).equal(400)
        expect(Object.keys(answer)).deep.equal(['message'])
        expect(answer.message).match(message)
      }
      expect((await post('/authorize', mapping)).status).equal(400)
      expect(mock.venue.bindNonce(owner.address, mapping.nonce, `0x${'12'.repeat(32)}`)).equal(true)
    })

    it('error: a nonce bound to another order', async () => {
      const first = await signed()
      expect((await authorize(first.mapping, first.mappingSignature)).status).equal(200)
      const other = quoteWithdrawal(mock)
      const { typedData } = verify(other).authorize
      const message = { ...typedData.message, nonce: first.mapping.nonce }
      const signature = await owner.signTypedData({ ...typedData, message })
      const answer = await authorize({ ...first.mapping, id: other.orderId }, signature)
      expect(answer).deep.equal({
        status: 400,
        body: { message: `nonce: ${first.mapping.nonce} is bound to another order.` },
      })
    })

    it('error: an order with another way of payment', async () => {
      const id = `0x${'34'.repeat(32)}` as Hex
      mock.ledger.open(newRequest({ id, terms: { user: owner.address } }))
      const { mapping, mappingSignature } = await signed()
      const { body } = await authorize({ ...mapping, id }, mappingSignature)
      expect(body.message).match(/^id: no withdrawal/)
    })

    it('error: the client shows the service’s message', async () => {
      const client = clientOf()
      const quoted = quoteWithdrawal(mock)
      mock.venue.bindNonce(owner.address, nowMs, `0x${'12'.repeat(32)}`)
      const error = await thrown(() => client.withdrawFromVenue({ ...quoted, walletClient: walletOf() }))
      expect(error).include({ name: 'ServiceHttpError', status: 400 })
      expect(error.message).contain('is bound to another order')
      expect(deposits).deep.equal([])
    })
  })

  describe('exchange', () => {
    const exchange = (body: unknown) => post('/venue/exchange', body)
    const ok = { status: 200, body: { status: 'ok', response: { type: 'default' } } }
    const err = (response: string) => ({ status: 200, body: { status: 'err', response } })

    it('behavior: a transfer with an unbound nonce is not a deposit', async () => {
      const first = await signed()
      expect(await exchange(first.exchange)).deep.equal(ok)
      expect(deposits).deep.equal([])
      expect(mock.venue.balanceOf(venueDepository, perps.address)).equal(10n * usdc)
      // Bound afterwards, it is too late.
      expect((await authorize(first.mapping, first.mappingSignature)).status).equal(200)
      expect(deposits).deep.equal([])
    })

    it('behavior: a transfer to another account is not a deposit, even with a bound nonce', async () => {
      const { mapping, mappingSignature, typedData } = await signed()
      await authorize(mapping, mappingSignature)
      const message = { ...typedData.message, destination: stranger.address }
      const data = { ...typedData, message }
      const body = venueExchangeBody(data, await owner.signTypedData(data))
      expect(await exchange(body)).deep.equal(ok)
      expect(deposits).deep.equal([])
      expect(mock.venue.balanceOf(stranger.address, perps.address)).equal(10n * usdc)
    })

    it('behavior: a transfer from perps to spot', async () => {
      const { typedData } = await signed()
      const message = { ...typedData.message, destination: owner.address, destinationDex: 'spot' }
      const data = { ...typedData, message }
      const body = venueExchangeBody(data, await owner.signTypedData(data))
      expect(await exchange(body)).deep.equal(ok)
      expect(mock.venue.balanceOf(owner.address, perps.address)).equal(999_990n * usdc)
      expect(mock.venue.balanceOf(owner.address, spotUsdc.address)).equal(100_010n * usdc)
    })

    it('error: a replay', async () => {
      const { exchange: body, mapping, mappingSignature } = await signed()
      await authorize(mapping, mappingSignature)
      expect(await exchange(body)).deep.equal(ok)
      expect(await exchange(body)).deep.equal(err(`Invalid nonce: duplicate nonce ${nowMs}.`))
      expect(deposits).length(1)
    })

    it('error: each changed part recovers an unknown account', async () => {
      const { exchange: body } = await signed()
      const { action, signature } = body
      for (const changed of [
        { ...body, action: { ...action, amount: '11.000000' } },
        { ...body, action: { ...action, destination: stranger.address } },
        { ...body, action: { ...action, signatureChainId: '0x1' } },
        { ...body, nonce: nowMs + 1, action: { ...action, nonce: nowMs + 1 } },
        { ...body, signature: { ...signature, v: signature.v === 27 ? 28 : 27 } },
      ]) {
        const answer = await exchange(changed)
        expect(answer.body.status).equal('err')
        expect(answer.body.response).match(/^User or API Wallet 0x[0-9a-fA-F]{40} does not exist\.$/)
      }
      expect(await exchange({ ...body, nonce: nowMs + 1 })).deep.equal(
        err('The nonce of the body is not that of the action.'),
      )
      expect(mock.venue.balanceOf(owner.address, perps.address)).equal(1_000_000n * usdc)
    })

    it('error: signed transfers with invalid fields', async () => {
      const { typedData } = await signed()
      const day = 24 * 60 * 60 * 1000
      for (const [change, response] of [
        [{ venueChain: 'Testnet' }, 'The network is Mainnet.'],
        [{ destination: 'me' }, 'Invalid destination.'],
        [{ fromSubAccount: stranger.address }, 'Sub-account does not exist.'],
        [{ token: 'USDC:0x00' }, 'Invalid token or dex.'],
        [{ sourceDex: 'abc' }, 'Invalid token or dex.'],
        [{ token: spotEther.token }, 'Invalid token or dex.'],
        [{ amount: '0.0' }, 'Invalid amount.'],
        [{ amount: '-1' }, 'Invalid amount.'],
        [{ amount: '0.000000001' }, 'Invalid amount.'],
        [{ amount: '1000000.00000001' }, 'Insufficient balance for token transfer: USDC.'],
        [{ nonce: nowMs - 2 * day - 1 }, /^Invalid nonce: \d+ is not near the time of the venue\.$/],
        [{ nonce: nowMs + day + 1 }, /^Invalid nonce: \d+ is not near the time of the venue\.$/],
      ] as const) {
        const data = { ...typedData, message: { ...typedData.message, ...change } }
        const { status, body } = await exchange(venueExchangeBody(data, await owner.signTypedData(data)))
        expect({ status, of: body.status }).deep.equal({ status: 200, of: 'err' })
        if (typeof response === 'string') expect(body.response).equal(response)
        else expect(body.response).match(response)
      }
      for (const change of [{ nonce: nowMs - 2 * day }, { nonce: nowMs + day }, { amount: '999980' }]) {
        const data = { ...typedData, message: { ...typedData.message, ...change } }
        expect(await exchange(venueExchangeBody(data, await owner.signTypedData(data)))).deep.equal(ok)
      }
      expect(mock.venue.balanceOf(owner.address, perps.address)).equal(0n)
    })

    it('error: a body that is not a transfer', async () => {
      const { exchange: body } = await signed()
      const { signature, action } = body
      for (const broken of [
        {},
        [],
        { ...body, signature: undefined },
        { ...body, signature: { ...signature, v: '27' } },
        { ...body, signature: { ...signature, r: '0x' } },
        { ...body, nonce: '1' },
        { ...body, action: { ...action, type: 'withdraw' } },
        { ...body, action: { ...action, amount: 10 } },
      ]) {
        expect(await exchange(broken)).deep.equal({
          status: 422,
          body: 'Failed to deserialize the JSON body into the target type',
        })
      }
    })

    it('behavior: accepts r and s without leading zeros', async () => {
      const { typedData } = await signed()
      const toShort = (word: string) => `0x${BigInt(word).toString(16)}`
      // One signature in eight has a word that begins with four zero bits.
      for (let nonce = nowMs; ; nonce++) {
        const data = { ...typedData, message: { ...typedData.message, nonce } }
        const body = venueExchangeBody(data, await owner.signTypedData(data))
        const { r, s, v } = body.signature
        const short = { r: toShort(r), s: toShort(s), v }
        if (short.r === r && short.s === s) continue
        expect(await exchange({ ...body, signature: short })).deep.equal(ok)
        return
      }
    })

    it('error: the client reports a changed field, a replay and a lack of funds', async () => {
      const withdraw = (client: ReturnType<typeof clientOf>, quoted: ReturnType<typeof quoteWithdrawal>) =>
        client.withdrawFromVenue({ ...quoted, walletClient: walletOf() })
      const tampering = clientOf(async (input, init) => {
        const request = new Request(input as Request, init)
        if (!request.url.endsWith('/exchange')) return fetch(request)
        const text = (await request.text()).replace('"10.000000"', '"99.000000"')
        return fetch(request.url, { method: 'POST', headers: request.headers, body: text })
      })
      const quoted = quoteWithdrawal(mock)
      const tampered = await thrown(() => withdraw(tampering, quoted))
      expect(tampered).include({ name: 'VenueRejectedError', status: 'err' })
      expect(tampered.message).contain('does not exist')
      expect(deposits).deep.equal([])

      const client = clientOf()
      expect(await withdraw(client, quoted)).include({ nonce: nowMs })
      const replayed = await thrown(() => withdraw(client, quoted))
      expect(replayed).include({ name: 'VenueRejectedError' })
      expect(replayed.message).contain('duplicate nonce')

      const poor = await thrown(() => withdraw(client, quoteWithdrawal(mock, { amount: 10n ** 15n })))
      expect(poor).include({ response: 'Insufficient balance for token transfer: USDC.' })
      expect(deposits).length(1)
    })
  })

  describe('as destination and for refunds', () => {
    const record = (recipient: Address, expectedAmount = 7n * usdc) =>
      mock.ledger.open(
        newRequest({
          id: generatePrivateKey(),
          terms: {
            recipient,
            destinationChainId: 1337,
            destinationCurrency: perps.address,
            expectedAmount,
            orderData: { solver } as RequestTerms['orderData'],
          },
        }),
      )

    it('behavior: the first deposit opens the account, for a fee of 1 USD', async () => {
      const user = stranger.address
      expect(mock.venue.activationFeeOf(user)).equal(1_000_000n)
      expect(await mock.venue.credit(record(user))).match(/^0x[0-9a-f]{64}$/)
      expect(mock.venue.hasAccount(user)).equal(true)
      expect(mock.venue.activationFeeOf(user)).equal(0n)
      expect((await clientOf().getVenueBalance({ user })).withdrawable).equal('7.0')
    })

    it('behavior: totals are constant: the solver pays, and the depository refunds', async () => {
      const total = mock.venue.totalOf(perps.address)
      const { exchange, mapping, mappingSignature } = await signed()
      await authorize(mapping, mappingSignature)
      await post('/venue/exchange', exchange)
      const before = mock.venue.balanceOf(solver, perps.address)
      await mock.venue.credit(record(owner.address))
      expect(before - mock.venue.balanceOf(solver, perps.address)).equal(7n * usdc)
      await mock.venue.refund({ currency: perps.address, to: owner.address, amount: 10n * usdc })
      expect(mock.venue.balanceOf(venueDepository, perps.address)).equal(0n)
      expect(mock.venue.balanceOf(owner.address, perps.address)).equal(1_000_007n * usdc)
      expect(mock.venue.totalOf(perps.address)).equal(total)
    })

    it('error: more than the solver or the depository has', async () => {
      const failReason = 'TRANSACTION_SUBMISSION_FAILED'
      expect(await thrown(() => mock.venue.credit(record(owner.address, 10n ** 30n)))).include({ failReason })
      const refund = { currency: perps.address, to: owner.address, amount: 1n }
      expect(await thrown(() => mock.venue.refund(refund))).include({ failReason })
    })

    it('behavior: control funds any account', () => {
      mock.venue.fund(stranger.address, spotEther.address, 5n)
      expect(mock.venue.balanceOf(stranger.address, spotEther.address)).equal(5n)
    })
  })
})
