import { expect } from 'chai'
import { createWalletClient, custom, type Hex } from 'viem'
import { withdrawFromVenue } from '../../../src/client/venue/withdrawFromVenue.js'
import { attacks } from '../../service/venue/attacks.js'
import { countingWallet, startServers } from '../../service/venue/servers.js'
import {
  account,
  honestQuote,
  lie,
  nonce,
  perps,
  profiles,
  request,
  requestId,
  spotToken,
  user,
  walletChainId,
} from '../../service/venue/support.js'
import { thrown } from '../../support/errors.js'
import { answer, inTurn } from '../../support/httpServer.js'
import { resetMachineClock, setMachineClock } from '../../support/machineClock.js'

type Parameters_ = Parameters<typeof withdrawFromVenue>[1]

describe('withdrawFromVenue', () => {
  let servers: Awaited<ReturnType<typeof startServers>>

  before(async () => {
    servers = await startServers()
  })
  beforeEach(() => servers.respondHonestly())
  after(() => servers.close())

  const withdraw = (changes: Partial<Parameters_> = {}) =>
    withdrawFromVenue(servers.connection, {
      quote: honestQuote(),
      request,
      walletClient: countingWallet().walletClient,
      ...changes,
    })

  it('error: a wallet that never answers, at the first and second signature', async () => {
    for (const answered of [0, 1]) {
      const { walletClient, signed } = countingWallet()
      const { signTypedData } = walletClient.account
      const wait: typeof signTypedData = (typedData) =>
        signed.length === answered ? new Promise(() => {}) : signTypedData(typedData)
      const silent = { ...walletClient, account: { ...walletClient.account, signTypedData: wait } }
      const error = await thrown(() => withdraw({ walletClient: silent, timeoutMs: 100 }))
      expect(error).include({ name: 'StepPromptError', step: ['authorize', 'deposit'][answered] })
      expect(servers.exchange.requests).deep.equal([])
    }
  })

  it("error: an order that expired by the machine's clock, at the first and second signature", async () => {
    const at = 1_900_000_000
    for (const answered of [0, 1]) {
      const { walletClient, signed } = countingWallet()
      setMachineClock(answered === 0 ? at : at - 1000)
      const onProgress = () => setMachineClock(at)
      const error = await thrown(() => withdraw({ walletClient, onProgress })).finally(resetMachineClock)
      expect(error).include({ name: 'StepMismatchError', path: 'protocol.v2.orderData.output.deadline' })
      expect(signed).length(answered)
      expect(servers.exchange.requests).deep.equal([])
    }
  })

  it('default', async () => {
    const quote = honestQuote()
    const { walletClient, signed } = countingWallet()
    const progress: string[] = []
    const result = await withdraw({
      quote,
      walletClient,
      onProgress: ({ step, type }) => progress.push(`${step} ${type}`),
    })
    const orderId = quote.protocol!.v2!.orderId
    expect(result).deep.equal({ requestId, orderId, nonce })
    expect(signed).deep.equal(['NonceMapping', 'VenueTransaction:SendAsset'])
    expect(progress).deep.equal([
      'authorize signatureRequested',
      'authorize signaturePosted',
      'deposit signatureRequested',
      'deposit signaturePosted',
    ])

    const [first] = servers.service.requests
    expect(first).include({ method: 'POST', path: '/authorize' })
    expect(first!.query.get('signature')).match(/^0x[0-9a-f]{130}$/)
    expect([...first!.query.keys()]).deep.equal(['signature'])
    expect(first!.body).deep.equal({
      type: 'nonce-mapping',
      walletChainId: 1337,
      wallet: user.toLowerCase(),
      depositor: user.toLowerCase(),
      nonce,
      id: orderId,
      signatureChainId: walletChainId,
    })

    const [second] = servers.exchange.requests
    expect(second).include({ method: 'POST', path: '/exchange' })
    expect(second!.headers).not.property('x-api-key')
    const { signature, ...body } = second!.body as { signature: { r: Hex; s: Hex; v: number } }
    expect(signature.v).oneOf([27, 28])
    expect(body).deep.equal({
      nonce,
      action: {
        type: 'sendAsset',
        signatureChainId: '0xa4b1',
        venueChain: 'Mainnet',
        destination: '0x2222222222222222222222222222222222222222',
        sourceDex: '',
        destinationDex: '',
        token: 'USDC:0x6d1e7cde53ba9467b783cb7c530ce054',
        amount: '10.000000',
        fromSubAccount: '',
        nonce,
      },
    })
    expect(servers.sent()).equal(2)
  })

  it("behavior: the public service's names", async () => {
    const others = await startServers(profiles.relay)
    try {
      const { walletClient, signed } = countingWallet()
      const quote = honestQuote({}, profiles.relay)
      const result = await withdrawFromVenue(others.connection, { quote, request, walletClient })
      expect(result.nonce).equal(nonce)
      expect(signed).deep.equal(['NonceMapping', 'HyperliquidTransaction:SendAsset'])
    } finally {
      await others.close()
    }
  })

  it('behavior: a wallet behind JSON-RPC', async () => {
    const methods: string[] = []
    const walletClient = createWalletClient({
      account: user,
      transport: custom({
        request: async ({ method, params }) => {
          methods.push(method)
          if (method === 'eth_chainId') return '0x1'
          return account.signTypedData(JSON.parse(params[1]))
        },
      }),
    })
    expect(await withdraw({ walletClient })).include({ nonce })
    expect(methods).deep.equal(['eth_chainId', 'eth_signTypedData_v4', 'eth_signTypedData_v4'])
    expect(servers.service.requests[0]!.body).include({ signatureChainId: 1 })
  })

  it('behavior: a spot token, as the venue knows it', async () => {
    const changed = { ...request, originCurrency: spotToken.tokenId }
    const quote = honestQuote(changed)
    expect(await withdraw({ quote, request: changed })).include({ nonce })
    expect(servers.info.requests.map(({ body }) => body)).deep.equal([{ type: 'spotMeta' }])
    const { walletClient, signed } = countingWallet()
    const unknown = { ...request, originCurrency: '0xc1fb593aeffbeb02f85e0308e9956a90' }
    const error = await thrown(() =>
      withdraw({ quote: honestQuote(unknown), request: unknown, walletClient }),
    )
    expect(error).include({ name: 'VenueCurrencyError', value: unknown.originCurrency })
    expect(signed).deep.equal([])
  })

  it('behavior: after a failed second post, the same quote resumes with the same nonce', async () => {
    const quote = honestQuote()
    const { service, exchange } = servers
    exchange.respondWith(answer(502, { message: 'away' }))
    expect(await thrown(() => withdraw({ quote }))).include({ name: 'ServiceHttpError', status: 502 })
    expect(exchange.requests).length(1)
    const [first] = exchange.requests
    const [mapping] = service.requests
    servers.respondHonestly()
    expect(await withdraw({ quote })).include({ nonce })
    expect(exchange.requests[0]!.body).deep.equal(first!.body)
    expect(service.requests[0]!.text).equal(mapping!.text)
  })

  it('behavior: accepts an authorization answer without a body or with text', async () => {
    for (const body of ['', 'OK', '{}']) {
      servers.service.respondWith(answer(200, body))
      servers.exchange.respondWith(answer(200, { status: 'ok' }))
      expect(await withdraw()).include({ nonce })
    }
  })

  it('error: the service refuses the authorization: nothing is transferred', async () => {
    const { walletClient, signed } = countingWallet()
    servers.service.respondWith(answer(400, { message: 'bad signature' }))
    expect(await thrown(() => withdraw({ walletClient }))).include({ name: 'ServiceHttpError', status: 400 })
    expect(signed).deep.equal(['NonceMapping'])
    expect(servers.exchange.requests).length(0)
  })

  it('error: the venue refuses the transfer', async () => {
    const response = 'Insufficient balance for\nwithdrawal'
    servers.exchange.respondWith(answer(200, { status: 'err', response }))
    const error = await thrown(() => withdraw())
    expect(error).include({ name: 'VenueRejectedError', status: 'err', response })
    expect(error.shortMessage).equal(
      'The venue refused the transfer with status err: Insufficient balance for withdrawal.',
    )
    servers.exchange.respondWith(answer(200, { status: 'OK' }))
    expect(await thrown(() => withdraw())).include({ name: 'VenueRejectedError', status: 'OK' })
    servers.exchange.respondWith(answer(200, {}))
    expect(await thrown(() => withdraw())).include({ name: 'InvalidResponseError', path: 'status' })
  })

  it('error: the transfer is never retried automatically', async () => {
    servers.exchange.respondWith(inTurn(answer(500, {}), answer(200, { status: 'ok' })))
    expect(await thrown(() => withdraw())).include({ name: 'ServiceHttpError', status: 500 })
    expect(servers.exchange.requests).length(1)
  })

  it('error: the user refuses', async () => {
    for (const failAt of [1, 2]) {
      servers.respondHonestly()
      let count = 0
      const walletClient = createWalletClient({
        account: {
          ...account,
          signTypedData: (typedData) => {
            if (++count === failAt) throw new Error('the user said no')
            return account.signTypedData(typedData)
          },
        },
        transport: custom({ request: async () => '0x1' }),
      })
      expect((await thrown(() => withdraw({ walletClient }))).message).include('the user said no')
      expect(servers.sent()).equal(failAt - 1)
    }
  })

  it('error: stopped before, and between the signatures', async () => {
    const { walletClient, signed } = countingWallet()
    const early = await thrown(() => withdraw({ walletClient, signal: AbortSignal.abort() }))
    expect(early).include({ name: 'ServiceAbortedError' })
    expect(signed).deep.equal([])
    const controller = new AbortController()
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'signaturePosted') controller.abort()
    }
    const late = await thrown(() => withdraw({ walletClient, onProgress, signal: controller.signal }))
    expect(late).include({ name: 'ServiceAbortedError' })
    expect(signed).deep.equal(['NonceMapping'])
    expect(servers.exchange.requests).length(0)
  })

  it('error: stopped while the wallet signs', async () => {
    for (const stopAt of [1, 2]) {
      servers.respondHonestly()
      const controller = new AbortController()
      let count = 0
      const walletClient = createWalletClient({
        account: {
          ...account,
          signTypedData: (typedData) => {
            if (++count === stopAt) controller.abort()
            return account.signTypedData(typedData)
          },
        },
        transport: custom({ request: async () => '0x1' }),
      })
      const error = await thrown(() => withdraw({ walletClient, signal: controller.signal }))
      expect(error).include({ name: 'ServiceAbortedError' })
      expect(servers.sent()).equal(stopAt - 1)
    }
  })

  it('error: a client without an account', async () => {
    const walletClient = createWalletClient({ transport: custom({ request: async () => '0x1' }) })
    expect(await thrown(() => withdraw({ walletClient }))).include({
      name: 'StepOptionError',
      option: 'walletClient',
    })
  })

  it('error: a trade type that leaves the amount to the service, without a maximum', async () => {
    const changed = { ...request, tradeType: 'EXPECTED_OUTPUT' as const, amount: '9980000' }
    expect(await thrown(() => withdraw({ request: changed }))).include({ option: 'maximumAmountIn' })
    expect(await withdraw({ request: changed, maximumAmountIn: 1000000000n })).include({ nonce })
  })

  it('error: a dex is refused before any request', async () => {
    const changed = { ...request, originCurrency: '0x6d1e7cde53ba9467b783cb7c530ce05478797a' }
    expect(await thrown(() => withdraw({ request: changed }))).include({ name: 'VenueCurrencyError' })
    expect(servers.sent()).equal(0)
    expect(perps).not.equal(changed.originCurrency)
  })

  describe('forged quotes: nothing is signed and nothing is sent', () => {
    for (const { name, path, change, error: kind = 'StepMismatchError' } of attacks) {
      it(`error: ${name}`, async () => {
        const { walletClient, signed } = countingWallet()
        const error = await thrown(() => withdraw({ quote: lie(change), walletClient }))
        expect(error).include({ name: kind, path })
        expect(signed).deep.equal([])
        expect(servers.sent()).equal(0)
      })
    }
  })
})
