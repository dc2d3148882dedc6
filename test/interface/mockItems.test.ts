// What the mock answers, item by item, where no other test of this folder does.
import { expect } from 'chai'
import { createWalletClient, formatUnits, http, isAddress, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createServiceClient } from '../../src/client/createServiceClient.js'
import { inspectFill } from '../../src/contract/index.js'
import { mockProfile, verifyAttestation } from '../../src/index.js'
import {
  call,
  clientOf,
  ether,
  freshAddress,
  getQuote,
  pay,
  quoteBody,
  request,
  setUpMock,
  setUpMocks,
  tokenOf,
  usdc,
  waitFor,
} from '../mock/helpers.js'
import { thrown } from '../support/errors.js'

// biome-ignore lint/suspicious/noExplicitAny: what a service may answer is anything.
type Loose = any

describe('the answers of the mock', () => {
  const { mock, origin, destination } = setUpMock({ idForm: 'specification' })
  const startMock = setUpMocks()
  const service = () => createServiceClient({ profile: 'mock', baseUrl: mock.url, apiKey: mock.apiKey })
  const get = async (path: string): Promise<Loose> => (await call(mock, path, { apiKey: mock.apiKey })).body
  const coins = () => ({
    originCurrency: tokenOf(origin),
    destinationCurrency: tokenOf(destination),
    amount: String(100n * usdc),
  })
  /** All amount records of an answer. */
  const amountsIn = (value: unknown): Loose[] => {
    if (typeof value !== 'object' || value === null) return []
    const own = 'amountFormatted' in value && 'currency' in value ? [value] : []
    return [...own, ...Object.values(value).flatMap(amountsIn)]
  }
  async function filled(fields: Record<string, unknown> = {}) {
    const quote = await getQuote(mock, fields)
    const { requestId } = quote.steps[0]!
    const hash = await pay(mock, quote)
    return { quote, requestId, hash, status: await waitFor(mock, requestId, 'success') }
  }

  describe('interface: Resources and their fields', () => {
    it('amounts are decimal strings in the smallest unit [11]', async () => {
      const { details } = await getQuote(mock, coins())
      expect(details.currencyIn.amount).equal('100000000')
    })
  })

  describe('interface: Amount record (used for fees and currencies in details)', () => {
    it('every record has the fields of the table, and its amounts agree [28-32]', async () => {
      for (const fields of [{}, coins()]) {
        const found = amountsIn(await getQuote(mock, fields))
        expect(found).length(13)
        for (const record of found) {
          expect(Object.keys(record)).have.members([
            'currency',
            'amount',
            'amountFormatted',
            'amountUsd',
            'minimumAmount',
          ])
          const { amount, currency, amountFormatted, amountUsd, minimumAmount } = record
          expect(amount).match(/^\d+$/)
          expect(amountFormatted).equal(formatUnits(BigInt(amount), currency.decimals))
          expect(amountUsd).match(/^-?\d+\.\d{6}$/)
          expect(minimumAmount).match(/^\d+$/)
          expect(BigInt(minimumAmount) <= BigInt(amount)).equal(true)
        }
      }
    })
  })

  describe('interface: Currency record', () => {
    it('has the fields of the table; the native currency is zero [22-27]', async () => {
      const [native, token] = [await getQuote(mock), await getQuote(mock, coins())].map(
        ({ details }) => (details.currencyIn as Loose).currency,
      )
      const metadata = { logoURI: '', verified: true }
      expect(native).deep.equal({
        ...{ chainId: origin.id, address: zeroAddress, symbol: 'ETH', name: 'Ether', decimals: 18, metadata },
      })
      const address = tokenOf(origin).toLowerCase()
      expect(token).deep.equal({
        ...{ chainId: origin.id, address, symbol: 'USDC', name: 'USD Coin', decimals: 6, metadata },
      })
    })
  })

  describe('interface: Deprecated fees object (quote response and the older requests listing)', () => {
    it('each field is an amount record, in both [85-91]', async () => {
      const { quote, requestId } = await filled(coins())
      const names = ['relayerService', 'relayerGas', 'relayer', 'app', 'gas', 'subsidized']
      const [listed] = (await get(`/requests/v2?id=${requestId}`)).requests
      for (const fees of [quote.fees, listed.data.fees]) {
        expect(Object.keys(fees)).have.members(names)
        expect(amountsIn(fees)).length(6)
      }
    })
  })

  describe('interface: Fee breakdown of the requests listing (data.fees of GET /requests/v3)', () => {
    it("quoted and actual have the five components of the quote's price impact [92-94]", async () => {
      const { quote, requestId } = await filled(coins())
      const [{ data }] = (await get(`/requests/v3?id=${requestId}`)).requests
      const [older] = (await get(`/requests/v2?id=${requestId}`)).requests
      const names = ['execution', 'swap', 'platform', 'app', 'sponsored']
      const impact = quote.details.expandedPriceImpact as Loose
      for (const [when, found] of [
        ['quoted', impact],
        ['quoted', older.data.expandedPriceImpact.quoted],
        ['actual', older.data.expandedPriceImpact.actual],
      ] as const) {
        expect(Object.keys(data.fees[when])).have.members(names)
        for (const name of names) {
          const { usd } = data.fees[when][name]
          // The same, as a gain of the user.
          expect(Number(found[name === 'platform' ? 'relay' : name].usd), name).equal(0 - Number(usd))
        }
      }
      expect(data.fees.quoted.execution.usd).equal('0.030000')
      expect(data.fees.actual).not.deep.equal(data.fees.quoted)
    })
  })

  describe('interface: Status record', () => {
    it('has the fields of the table after a success [95-103]', async () => {
      const { hash, status } = await filled()
      const { txHashes, updatedAt, ...rest } = status
      expect(rest).deep.equal({
        status: 'success',
        inTxHashes: [hash],
        originChainId: origin.id,
        destinationChainId: destination.id,
        details: null,
        failReason: 'N/A',
        refundFailReason: 'N/A',
      })
      const receipt = await clientOf(destination).getTransactionReceipt({ hash: txHashes[0]! })
      expect([txHashes.length, receipt.status]).deep.equal([1, 'success'])
      expect(Date.now() - updatedAt).within(0, 60_000)
    })
  })

  describe('interface: States and transitions', () => {
    it('a quote’s items are incomplete; the request waits, and ends with success [116, 120, 124]', async () => {
      const quote = await getQuote(mock)
      expect((quote.steps[0]!.items[0] as Loose).status).equal('incomplete')
      const { requestId } = quote.steps[0]!
      const path = `/intents/status/v3?requestId=${requestId}`
      expect((await get(path)).status).equal('waiting')
      await pay(mock, quote)
      await waitFor(mock, requestId, 'success')
    })

    it('each status of the table is shown while it lasts [118, 119, 121-123]', async () => {
      const slow = await startMock({ statusDelayMs: 150 })
      const see = async (fields: Record<string, unknown>) => {
        const quote = await getQuote(slow, fields)
        await pay(slow, quote)
        const seen = new Set<string>()
        await waitFor(slow, quote.steps[0]!.requestId, ({ status }) => {
          seen.add(status)
          return ['success', 'refund', 'fallback'].includes(status)
        })
        return [...seen]
      }
      expect(await see({})).include.members(['pending', 'submitted', 'success'])
      expect(await see({ referrer: 'debug-force-refund' })).include.members(['failure', 'refund'])
      slow.control.faults.set('fallback', { times: 1 })
      expect(await see({})).include('fallback')
    })
  })

  describe('interface: Endpoints', () => {
    it('there is a mainnet and a testnet base address [126]', () => {
      const [mainnet, testnet] = ['relay', 'relay-testnet'].map(
        (profile) => createServiceClient({ profile: profile as 'relay' }).profile.baseUrl,
      )
      expect([mainnet, testnet]).deep.equal(['https://api.relay.link', 'https://api.testnets.relay.link'])
    })
  })

  describe('interface: POST /quote/v2', () => {
    it('a bridge, a swap and a call are quoted, each with its deposit [127-133, 136, 137, 141, 143-145]', async () => {
      const swap = { destinationCurrency: tokenOf(destination) }
      const txs = [{ to: freshAddress(), value: '1', data: '0x' }]
      const calling = { txs, tradeType: 'EXACT_OUTPUT', amount: '1' }
      for (const [fields, operation] of [
        [{ useExternalLiquidity: false, explicitDeposit: true }, 'bridge'],
        [swap, 'swap'],
        [calling, 'bridge'],
      ] as const) {
        const quote = await getQuote(mock, { ...fields, referrer: 'a shop' })
        expect(quote.details.operation).equal(operation)
        expect(quote.steps.map(({ id, kind }) => [id, kind])).deep.equal([['deposit', 'transaction']])
        expect(quote.steps[0]!.requestId).equal(quote.protocol.v2.orderId)
        expect(quote.steps[0]!.items[0]!.data).include({
          to: origin.depository.toLowerCase(),
          chainId: origin.id,
        })
      }
      for (const field of Object.keys(quoteBody(mock))) {
        const { status } = await request(mock, '/quote/v2', quoteBody(mock, { [field]: undefined }))
        expect([field, status]).deep.equal([field, 400])
      }
    })
  })

  describe('interface: GET /intents/status/v3?requestId=<request_id>', () => {
    it('a step’s check and the older path return the status [153-155]', async () => {
      const { quote, requestId, status } = await filled()
      const { endpoint, method } = quote.steps[0]!.items[0]!.check!
      expect([endpoint, method]).deep.equal([`/intents/status/v3?requestId=${requestId}`, 'GET'])
      expect(Object.keys(status)).have.members([
        ...['status', 'inTxHashes', 'txHashes', 'updatedAt', 'originChainId', 'destinationChainId'],
        ...['details', 'failReason', 'refundFailReason'],
      ])
      for (let times = 0; times < 3; times++) expect(await get(endpoint)).deep.equal(status)
      expect((await get(`/intents/status?requestId=${requestId}`)).status).equal('success')
    })
  })

  describe('interface: GET /requests/{requestId}/signature', () => {
    it("a destination contract checks the attestation's amount and recipient, and refuses a replay [156, 158]", async () => {
      const quote = await getQuote(mock, { recipient: mock.accounts[2]!.address })
      const attestation = await service().getAttestation({ requestId: quote.steps[0]!.requestId })
      expect((await verifyAttestation({ attestation, solver: mock.solver })).solver).equal(mock.solver)
      const inspect = (changes: object) =>
        inspectFill(clientOf(destination), {
          ...{ receiver: destination.receiver, amount: ether, payer: mock.solver },
          ...{ attestation: { ...attestation, ...changes } as Loose, orderData: quote.protocol.v2.orderData },
        })
      expect(String(attestation.originAmount)).equal(quote.details.currencyIn.amount)
      const checksOf = async (changes: object) => (await inspect(changes)).failures.map(({ check }) => check)
      // A plain transfer names no fill contract, which the receiver's terms need.
      expect(await checksOf({})).deep.equal(['terms'])
      expect(await checksOf({ originAmount: attestation.originAmount + 1n })).include('signature')
    })
  })

  describe('interface: GET /config/v2 (deprecated; replaced by the quote operation)', () => {
    it('the currency has an allowed value; 200 returns the config record [162-164]', async () => {
      const path = (currency: string) =>
        `/config/v2?originChainId=${origin.id}&destinationChainId=${destination.id}&currency=${currency}`
      expect((await get(path('usdc'))).enabled).equal(true)
      expect((await call(mock, path('nothing'))).status).equal(500)
      expect(Object.keys(await get(path('nothing')))).have.members(['message', 'code'])
    })
  })

  describe('interface: GET /requests/v3 and GET /requests/v2 (v2 deprecated)', () => {
    it('v3 has data.fees, v2 the deprecated fees and expandedPriceImpact [165, 166]', async () => {
      const { requestId } = await filled()
      const [newer] = (await get(`/requests/v3?id=${requestId}`)).requests
      const [older] = (await get(`/requests/v2?id=${requestId}`)).requests
      expect(newer.data.fees).have.keys(['quoted', 'actual', 'currency'])
      expect(older.data.fees).include.keys(['relayer', 'relayerGas', 'relayerService'])
      expect(older.data.expandedPriceImpact).have.keys(['quoted', 'actual'])
      expect([newer.id, older.id]).deep.equal([requestId, requestId])
    })
  })

  describe('interface: Other operations', () => {
    const asked: [numbers: string, run: () => Promise<unknown>, holds: (answer: Loose) => unknown][] = [
      [
        'Get chains [168]',
        () => get('/chains'),
        ({ chains }) => chains.some(({ id }: Loose) => id === origin.id),
      ],
      [
        'Get chains liquidity [169]',
        () => get(`/chains/liquidity?chainId=${destination.id}`),
        ({ liquidity }) =>
          liquidity.every(({ balance }: Loose) => BigInt(balance) > 0n) && liquidity.length > 1,
      ],
      [
        'Get currencies [170]',
        async () => (await call(mock, '/currencies/v2', { body: {} })).body,
        (list) => list.flat().some(({ symbol }: Loose) => symbol === 'USDC'),
      ],
      [
        'Get token price [171]',
        () => get(`/currencies/token/price?chainId=${origin.id}&address=${zeroAddress}`),
        ({ price }) => price === 3000,
      ],
      [
        'Get app fee balances [175]',
        () => get(`/app-fees/${freshAddress()}/balances`),
        ({ balances }) => balances.length === 0,
      ],
      ['Get usage [177]', () => get('/metrics/usage'), ({ metrics }) => metrics.length > 0],
      ['Get swap sources [179]', () => get('/swap-sources'), ({ sources }) => Array.isArray(sources)],
      [
        'Get price [181]',
        async () => (await call(mock, '/price', { body: quoteBody(mock) })).body,
        ({ details, steps }) => details.currencyOut && !steps,
      ],
    ]
    for (const [title, run, holds] of asked) {
      it(title, async () => {
        const found = await run()
        expect(holds(found), JSON.stringify(found).slice(0, 200)).ok
      })
    }
  })

  describe('interface: Authentication', () => {
    it('1. each key has its own rate limits, and one webhook endpoint [182]', async () => {
      const limited = await startMock({ rateLimits: { quotePerMinute: 1 } })
      const ask = (apiKey?: string) => call(limited, '/quote/v2', { apiKey, body: quoteBody(limited) })
      const statuses = []
      for (const key of [limited.apiKey, limited.apiKey, undefined]) statuses.push((await ask(key)).status)
      expect(statuses).deep.equal([200, 429, 200])
      const hook = { apiKey: limited.apiKey, url: 'http://127.0.0.1:1' }
      limited.control.events.registerWebhook(hook)
      expect(() => limited.control.events.registerWebhook({ ...hook, url: 'http://127.0.0.1:2' })).throw()
    })

    it('5. attestations are signed by the solver wallet [186]', async () => {
      const quote = await getQuote(mock)
      const attestation = await service().getAttestation({ requestId: quote.steps[0]!.requestId })
      expect((await verifyAttestation({ attestation, solver: mock.solver })).valid).equal(true)
      expect(mock.solver).equal(mockProfile.solvers!.evm)
    })

    it('6. the venue’s flow signs EIP-712 data of the user [187]', async () => {
      const quote = (await getQuote(mock, {
        ...{ originChainId: 1337, originCurrency: `0x${'0'.repeat(32)}`, amount: '1000000000' },
        protocolVersion: 'v2',
      })) as Loose
      const [{ sign }, transfer] = quote.steps.map(({ items }: Loose) => items[0].data)
      expect(sign.signatureKind).equal('eip712')
      expect(isAddress(sign.value.wallet)).equal(true)
      expect(transfer.eip712Types).have.keys([transfer.eip712PrimaryType])
    })
  })

  describe('interface: Errors', () => {
    it('2. an exact output that can’t be filled is refunded on the origin chain [213]', async () => {
      mock.control.faults.set('shortFill', { times: 1 })
      const quote = await getQuote(mock, { tradeType: 'EXACT_OUTPUT' })
      await pay(mock, quote)
      const { details, failReason } = await waitFor(mock, quote.steps[0]!.requestId, 'refund')
      expect(failReason).equal('TOO_LITTLE_RECEIVED')
      const hash = details!.refundTxHash!
      expect((await clientOf(origin).getTransactionReceipt({ hash })).status).equal('success')
    })

    it('3. failReason is a recorded reason, UNKNOWN without one, and N/A without a failure [214]', async () => {
      const quote = await getQuote(mock, { referrer: 'debug-force-refund' })
      await pay(mock, quote)
      expect((await waitFor(mock, quote.steps[0]!.requestId, 'refund')).failReason).equal('UNKNOWN')
      expect((await filled()).status.failReason).equal('N/A')
    })

    it('4. refundFailReason is set if the refund fails [215]', async () => {
      mock.control.faults.set('failedRefund', { times: 1 })
      const quote = await getQuote(mock)
      await pay(mock, quote)
      const { refundFailReason } = await waitFor(
        mock,
        quote.steps[0]!.requestId,
        ({ refundFailReason: reason }) => reason !== 'N/A',
      )
      expect(refundFailReason).match(/^[A-Z_]+$/)
      expect((await filled()).status.refundFailReason).equal('N/A')
    })
  })

  describe('interface: Limits', () => {
    it('one webhook endpoint per key, retried up to 10 times; calls are limited per key [219, 220, 225]', async () => {
      const hook = { apiKey: mock.apiKey, url: 'http://127.0.0.1:1' }
      mock.control.events.registerWebhook(hook)
      expect(() => mock.control.events.registerWebhook({ ...hook, url: 'http://127.0.0.1:2' })).throw(
        'until you unregister it',
      )
      mock.control.events.unregisterWebhook(mock.apiKey)
      expect(await thrown(() => startMock({ webhookRetry: { limit: 11 } }))).include({
        option: 'webhookRetry.limit',
      })
    })
  })

  describe('interface: Versioning', () => {
    it('deprecated operations are marked in the document and still served [241, 242, 243, 244]', async () => {
      const { paths } = await get('/openapi.json')
      for (const path of ['/config/v2', '/requests/v2', '/intents/status']) {
        expect([path, paths[path].get.deprecated]).deep.equal([path, true])
      }
      for (const path of ['/requests/v3', '/intents/status/v3']) {
        expect([path, paths[path].get.deprecated]).deep.equal([path, undefined])
      }
      expect((await getQuote(mock)).fees).include.keys(['relayer'])
      expect((await call(mock, '/requests/v2?limit=1', { apiKey: mock.apiKey })).status).equal(200)
    })
  })

  describe('interface: What the service does', () => {
    it('1. a quote has ordered steps, fees and details [1]', async () => {
      const quote = await getQuote(mock, coins())
      expect(quote.steps.map(({ id }) => id)).deep.equal(['approve', 'deposit'])
      expect(quote).include.keys(['steps', 'fees', 'details'])
    })

    it('the amount is sent exactly, or received approximately or exactly [7-9]', async () => {
      const ask = async (tradeType: string) => {
        const quote = await getQuote(mock, { tradeType })
        const [{ minimumAmount, expectedAmount }] = quote.protocol.v2.orderData.output.payments as [Loose]
        return [quote.protocol.v2.orderData.inputs[0]!.payment.amount, expectedAmount, minimumAmount].map(
          (amount) => amount === String(ether),
        )
      }
      expect(await ask('EXACT_INPUT')).deep.equal([true, false, false])
      expect(await ask('EXPECTED_OUTPUT')).deep.equal([false, true, false])
      expect(await ask('EXACT_OUTPUT')).deep.equal([false, true, true])
    })

    it('2. the steps are executed in order, and a solver fills the request [2]', async () => {
      const recipient = freshAddress()
      const { quote } = await filled({ ...coins(), recipient })
      const token = tokenOf(destination)
      const { readContract } = clientOf(destination)
      const abi = [
        {
          ...{ type: 'function', name: 'balanceOf', stateMutability: 'view' },
          ...{ inputs: [{ type: 'address' }], outputs: [{ type: 'uint256' }] },
        },
      ] as const
      const got = await readContract({ address: token, abi, functionName: 'balanceOf', args: [recipient] })
      expect(got).equal(BigInt(quote.details.currencyOut.amount))
    })

    it('a caller checks the balance and the chains, and handles errors [10]', async () => {
      const account = privateKeyToAccount(generatePrivateKey())
      const asked = {
        ...{
          user: account.address,
          recipient: freshAddress(),
          amount: ether,
          tradeType: 'EXACT_INPUT' as const,
        },
        ...{ originChainId: origin.id, originCurrency: zeroAddress, destinationCurrency: zeroAddress },
        destinationChainId: destination.id,
      }
      const quote = await service().getQuote(asked)
      const walletClient = createWalletClient({ account, transport: http(origin.rpcUrl) })
      const poor = await thrown(() => service().executeSteps({ quote, request: asked, walletClient }))
      expect(poor).include({ name: 'StepFundsError', required: ether })
      const elsewhere = await thrown(() => service().getQuote({ ...asked, destinationChainId: 5 }))
      expect(elsewhere).include({ name: 'ServiceHttpError', code: 'UNSUPPORTED_CHAIN' })
    })
  })
})
