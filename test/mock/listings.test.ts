import { expect } from 'chai'
import fc from 'fast-check'
import { type Address, type Hash, type Hex, zeroAddress } from 'viem'
import { createServiceClient } from '../../src/client/index.js'
import { takePage } from '../../src/mock/http/paging.js'
import { requestPageSchema } from '../../src/service/resources/requestRecord.js'
import { requestPageV2Schema } from '../../src/service/resources/requestRecordV2.js'
import {
  call,
  chainsOf,
  clientOf,
  depositNative,
  freshAddress,
  getQuote,
  pay,
  type Quote,
  quoteBody,
  setUpMock,
  tokenOf,
  waitFor,
} from './helpers.js'

describe('the listings of the mock', () => {
  const { mock } = setUpMock({ now: () => now })
  let client: ReturnType<typeof createServiceClient>
  let now = Date.UTC(2026, 0, 1)
  /** Filled with app fees, filled as a swap, refunded, and waiting; in this order. */
  const ids: Hex[] = []
  let bridge: Quote
  const hashes: { deposit?: Hash; fill?: Hash; refund?: Hash } = {}
  const wallet = freshAddress()

  async function list(query = '', version = 'v3') {
    const answer = await call(mock, `/requests/${version}?${query}`, { apiKey: mock.apiKey })
    expect(answer.status, answer.text).to.equal(200)
    return answer.body
  }
  const indexesOf = (page: { requests: { id: Hex }[] }) => page.requests.map(({ id }) => ids.indexOf(id))

  before(async () => {
    client = createServiceClient({ profile: 'mock', baseUrl: mock.url, apiKey: mock.apiKey })
    const [origin, destination] = chainsOf(mock)
    const [, one, two] = mock.accounts.map(({ address }) => address) as [Address, Address, Address]

    const answer = await call(mock, '/quote/v2', {
      apiKey: mock.apiKey,
      body: quoteBody(mock, { appFees: [{ recipient: wallet, fee: '25' }], referrer: 'shop' }),
    })
    bridge = answer.body
    ids.push(bridge.steps[0]!.requestId)
    hashes.deposit = await pay(mock, bridge)
    hashes.fill = (await waitFor(mock, ids[0]!, 'success')).txHashes[0]!

    now += 1_000_000
    const swap = await getQuote(mock, {
      user: two,
      originCurrency: tokenOf(origin),
      destinationCurrency: zeroAddress,
      amount: '500000000',
      recipient: one,
    })
    ids.push(swap.steps[0]!.requestId)
    await pay(mock, swap)
    await waitFor(mock, ids[1]!, 'success')

    now += 1_000_000
    const refunded = await getQuote(mock, {
      user: two,
      originChainId: destination.id,
      destinationChainId: origin.id,
    })
    ids.push(refunded.steps[0]!.requestId)
    await depositNative(mock, destination, two, refunded.protocol.v2.orderId, 10n ** 17n)
    hashes.refund = (await waitFor(mock, ids[2]!, 'refund')).details!.refundTxHash!

    now += 1_000_000
    ids.push((await getQuote(mock)).steps[0]!.requestId)
  })

  it("default: GET /requests/v3 lists the newest first and fits the client's schema", async () => {
    const page = await list('includeTotal=true')
    requestPageSchema.parse(page)
    expect(indexesOf(page)).to.deep.equal([3, 2, 1, 0])
    expect(page.total).to.equal(4)
    expect(page).not.to.have.property('continuation')
    expect((await client.getRequests()).requests).to.have.length(4)
  })

  it('behavior: a record has the quote, the transactions and the fees', async () => {
    const [origin, destination] = chainsOf(mock)
    const user = mock.accounts[1]!.address.toLowerCase()
    const { requests } = await list(`id=${ids[0]}`)
    expect(requests).to.have.length(1)
    const { data, protocol, ...record } = requests[0]
    expect(record).to.deep.equal({
      id: ids[0],
      status: 'success',
      user,
      sender: user,
      recipient: user,
      refundTo: null,
      supersededByRequestId: null,
      depositAddress: null,
      requestType: 'Bridge',
      features: ['app_fees'],
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
    expect(protocol).to.deep.include({ orderId: bridge.protocol.v2.orderId, hubType: 'onchain' })
    expect(protocol.deposit.origin).to.deep.equal({
      amount: '1000000000000000000',
      chainId: origin.id,
      currency: zeroAddress,
      depositor: user,
      depository: origin.depository.toLowerCase(),
      onchainId: bridge.protocol.v2.orderId,
      transactionId: hashes.deposit,
    })
    expect(protocol.settlement.destination).to.deep.equal({
      fills: [{ chainId: destination.id, transactionId: hashes.fill }],
      refunds: [],
    })
    expect(data).to.include({ failReason: null, refundFailReason: null, timeEstimate: 1 })
    expect(data).not.to.have.property('failedTxHash')

    const receipt = await clientOf(origin).getTransactionReceipt({ hash: hashes.deposit! })
    expect(data.inTxs).to.have.length(1)
    expect(data.inTxs[0]).to.deep.include({
      txHash: hashes.deposit,
      fee: (receipt.gasUsed * receipt.effectiveGasPrice).toString(),
      block: Number(receipt.blockNumber),
      type: 'onchain',
      chainId: origin.id,
      timestamp: now / 1000, // with a clock of its own
      status: 'success',
    })
    expect(data.inTxs[0].data).to.include({ from: user, value: '1000000000000000000' })
    expect(data.inTxs[0].stateChanges).to.deep.equal([
      { address: user, change: { kind: 'native', balanceDiff: '-1000000000000000000', data: null } },
      {
        address: origin.depository.toLowerCase(),
        change: { kind: 'native', balanceDiff: '1000000000000000000', data: null },
      },
    ])
    expect(data.outTxs[0]).to.include({ txHash: hashes.fill, chainId: destination.id, status: 'success' })

    // 1 ether at 3000 USD: 0.02 and 0.01 of execution, nothing for a bridge, 25 basis points for the app.
    expect(data.fees.quoted).to.deep.equal({
      swap: { usd: '0.000000', amount: '0', amountFormatted: '0' },
      execution: { usd: '0.030000', amount: '10000000000000', amountFormatted: '0.00001' },
      platform: { usd: '0.000000', amount: '0', amountFormatted: '0' },
      app: { usd: '7.500000', amount: '2500000000000000', amountFormatted: '0.0025' },
      sponsored: { usd: '0.000000', amount: '0', amountFormatted: '0' },
    })
    // At fill time execution is the flat part and the gas of the fill; the service pays what the quote had not foreseen.
    const [{ feeUsd }] = data.outTxs
    expect(Number(feeUsd)).to.be.greaterThan(0)
    const { actual, quoted } = data.fees
    const micro = (fee: { usd: string }) => Math.round(Number(fee.usd) * 1e6)
    expect(micro(actual.execution)).to.equal(20_000 + Math.round(Number(feeUsd) * 1e6))
    expect(micro(actual.platform)).to.equal(30_000 - micro(actual.execution))
    expect(actual.execution.amount).not.to.equal(quoted.execution.amount)
    for (const name of ['swap', 'app', 'sponsored']) expect(actual[name]).to.deep.equal(quoted[name])
    expect(data.fees.currency).to.include({ symbol: 'ETH', chainId: origin.id })
    const appFee = {
      recipient: wallet,
      bps: '25',
      amount: '2500000000000000',
      amountFormatted: '0.0025',
    }
    expect(data.appFees.quoted).to.deep.equal([appFee])
    expect(data.appFees.actual).to.deep.equal([{ ...appFee, amountUsd: '7.500000' }])
    expect(data.route.quoted).to.deep.equal(bridge.details.route)
    expect(data.route.actual).to.deep.include({ rate: bridge.details.rate })
  })

  it('behavior: a refund and a waiting request', async () => {
    const [, destination] = chainsOf(mock)
    const [refunded, waiting] = await Promise.all(
      [ids[2], ids[3]].map(async (id) => (await list(`id=${id}`)).requests[0]),
    )
    expect(refunded.status).to.equal('refund')
    expect(refunded.data.failReason).to.equal('DEPOSITED_AMOUNT_TOO_LOW_TO_FILL')
    expect(refunded.data.outTxs).to.have.length(1)
    expect(refunded.data.outTxs[0]).to.include({ txHash: hashes.refund, chainId: destination.id })
    expect(refunded.protocol.settlement.destination.refunds).to.deep.equal([
      { chainId: destination.id, transactionId: hashes.refund },
    ])
    expect(refunded.data.refundCurrencyData.currency.symbol).to.equal('ETH')
    expect(refunded.data.fees).not.to.have.property('actual')
    expect(waiting).to.include({ status: 'waiting' })
    expect(waiting.data).to.deep.include({ inTxs: [], outTxs: [], refundCurrencyData: null })
    expect(waiting.protocol.deposit).to.deep.equal({})
  })

  it('behavior: the sponsor’s part, in one currency', async () => {
    const { body } = await call(mock, '/quote/v2', {
      apiKey: mock.apiKey,
      body: quoteBody(mock, { subsidizeFees: true }),
    })
    const record = (await list(`id=${body.steps[0].requestId}`)).requests[0]
    requestPageSchema.parse({ requests: [record] })
    const { quoted, currency } = record.data.feeSponsorship
    expect(currency.symbol).to.equal('ETH')
    expect(quoted.components).to.have.property('platform')
    expect(quoted.components).not.to.have.property('relay')
    expect(quoted.components.execution.sponsored).to.include({ amountUsd: '0.030000' })
    expect(JSON.stringify(quoted)).not.to.include('"currency"')
    expect(record.data.fees.quoted.sponsored.usd).to.equal('0.030000')
  })

  const filters: [name: string, query: () => string, expected: number[]][] = [
    ['user', () => `user=${mock.accounts[2]!.address}`, [2, 1]],
    ['recipient', () => `recipient=${mock.accounts[1]!.address}`, [3, 1, 0]],
    ['orderId', () => `orderId=${bridge.protocol.v2.orderId}`, [0]],
    ['depositTxHash', () => `depositTxHash=${hashes.deposit}`, [0]],
    ['fillTxHash', () => `fillTxHash=${hashes.fill}`, [0]],
    ['refundTxHash', () => `refundTxHash=${hashes.refund}`, [2]],
    ['term: an id', () => `term=${ids[1]}`, [1]],
    ['term: a hash', () => `term=${hashes.refund!.toUpperCase().replace('0X', '0x')}`, [2]],
    ['originChainId', () => 'originChainId=31102', [2]],
    ['destinationChainId', () => 'destinationChainId=31102', [3, 1, 0]],
    ['chainId', () => 'chainId=31101', [3, 2, 1, 0]],
    ['status', () => 'status=success', [1, 0]],
    ['failReason', () => 'failReason=DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', [2]],
    ['apiKey', () => `apiKey=${mock.apiKey}`, [0]],
    ['referrer', () => `apiKey=${mock.apiKey}&referrer=shop`, [0]],
    ['a foreign referrer', () => `apiKey=${mock.apiKey}&referrer=other`, []],
    ['requestType', () => 'requestType=Crosschain%20Swap', [1]],
    ['currencyIn', () => `currencyInSymbol=usdc&currencyInChainId=31101`, [1]],
    ['currencyInAddress', () => `currencyInAddress=${tokenOf(mock.chains[0]!).toLowerCase()}`, [1]],
    ['currencyOut', () => `currencyOutAddress=${zeroAddress}&currencyOutChainId=31101`, [2]],
    ['startTimestamp', () => `startTimestamp=${Date.UTC(2026, 0, 1) / 1000 + 2000}`, [3, 2]],
    ['endTimestamp', () => `endTimestamp=${Date.UTC(2026, 0, 1) / 1000 + 999}`, [0]],
    ['amountUsdMin', () => 'amountUsdMin=500.01', [3, 2, 0]],
    ['amountUsdMax', () => 'amountUsdMax=500', [1]],
    ['appFeesAmountUsdMin', () => 'appFeesAmountUsdMin=7.5', [0]],
    ['appFeesAmountUsdMax', () => 'appFeesAmountUsdMax=7.49', [3, 2, 1]],
    ['fillTimeMax', () => 'fillTimeMax=60', [1, 0]],
    ['features', () => 'features=app_fees&features=fixed_rate', [0]],
    [
      'filters: or between groups',
      () => group([{ status: 'refund' }, { requestType: 'Crosschain Swap' }]),
      [2, 1],
    ],
    [
      'filters: and inside a group',
      () => group([{ status: ['success', 'refund'], originChainId: 31102 }]),
      [2],
    ],
    ['filters: not', () => group([{ 'not:status': 'success' }]), [3, 2]],
    ['filters: absent', () => group([{ referrer: null, status: 'success' }]), [1]],
  ]
  const group = (groups: object[]) => `filters=${encodeURIComponent(JSON.stringify(groups))}`
  for (const [name, query, expected] of filters) {
    it(`behavior: filter by ${name}`, async () => {
      // The request of a sponsor that a test above made is none of these.
      const page = await list(query())
      expect(indexesOf(page).filter((index) => index >= 0)).to.deep.equal(expected)
    })
  }

  it('behavior: filter by blocks', async () => {
    const { requests } = await list(`id=${ids[0]}`)
    const [{ block }] = requests[0].data.inTxs
    expect(indexesOf(await list(`originChainId=31101&startBlock=${block}&endBlock=${block}`))).to.include(0)
    expect(indexesOf(await list(`id=${ids[0]}&startBlock=100000`))).to.deep.equal([])
  })

  it('behavior: orders', async () => {
    const order = async (query: string) => indexesOf(await list(`${query}&endTimestamp=${now / 1000 - 1}`))
    expect(await order('sortBy=createdAt&sortDirection=asc')).to.deep.equal([0, 1, 2])
    expect(await order('sortBy=updatedAt')).to.deep.equal([2, 1, 0])
    expect(await order('sortBy=amountUsd')).to.deep.equal([1, 0, 2])
    expect(await order('sortBy=amountUsd&sortDirection=desc')).to.deep.equal([2, 0, 1])
  })

  it('behavior: pages neither shift nor repeat if requests arrive in between', async () => {
    const first = await list('limit=2&includeTotal=true')
    const newer = (await getQuote(mock)).steps[0]!.requestId
    const second = await list(`limit=2&continuation=${first.continuation}`)
    const third = second.continuation
      ? await list(`limit=2&continuation=${second.continuation}`)
      : { requests: [] }
    const seen = [first, second, third].flatMap(({ requests }) => requests.map(({ id }: { id: Hex }) => id))
    expect(seen).to.have.length(first.total)
    expect(new Set(seen).size).to.equal(seen.length)
    expect(seen).not.to.include(newer)

    const iterated: string[] = []
    for await (const { id } of client.iterateRequests({ limit: 1 })) iterated.push(id!)
    expect(iterated[0]).to.equal(newer)
    expect(iterated.slice(1)).to.deep.equal(seen)
  })

  it('behavior: pages contain each record once and in order, for any values and limits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom('asc' as const, 'desc' as const),
        (values, limit, direction) => {
          const placed = values.map((value, index) => ({ item: index, value, index }))
          const seen: number[] = []
          let continuation: string | undefined
          do {
            const page = takePage(placed, { limit, continuation, direction })
            expect(page.items.length).to.be.at.most(limit)
            seen.push(...page.items)
            continuation = page.next.continuation
          } while (continuation !== undefined)
          const ascending = values
            .map((_, index) => index)
            .sort((one, other) => values[one]! - values[other]! || one - other)
          expect(seen).to.deep.equal(direction === 'asc' ? ascending : ascending.reverse())
        },
      ),
    )
  })

  it("behavior: some fields only for the key's owner", async () => {
    const { data } = (await list(`id=${ids[0]}&includeAuthenticatedData=true`)).requests[0]
    expect(data).to.include({ referrer: 'shop' })
    const plain = (await list(`id=${ids[0]}`)).requests[0].data
    expect(plain).not.to.have.any.keys('referrer', 'apiKeyName', 'platformFee')
    const foreign = (await list(`id=${ids[1]}&includeAuthenticatedData=true`)).requests[0].data
    expect(foreign).not.to.have.any.keys('referrer', 'apiKeyName', 'platformFee')
  })

  it('behavior: the children of a deposit address', async () => {
    const user = mock.accounts[2]!.address
    const quote = await getQuote(mock, { user, useDepositAddress: true, refundTo: user })
    const { requestId, depositAddress } = quote.steps[0] as unknown as { requestId: Hex; depositAddress: Hex }
    const { requests } = await list(`depositAddress=${depositAddress}`)
    expect(requests.map(({ id }: { id: Hex }) => id)).to.deep.equal([requestId])
    expect(requests[0].features).to.deep.equal(['deposit_address'])
    expect(requests[0].depositAddress).to.deep.equal({
      address: depositAddress,
      type: 'open',
      depositor: null,
      depositTxHash: null,
      recoveryAddress: null,
    })
    expect((await list(`id=${requestId}&includeChildRequests=true`)).requests).to.have.length(1)
  })

  it('error: invalid parameters', async () => {
    const cases: [query: string, status: number][] = [
      ['limit=0', 400],
      ['limit=51', 400],
      ['limit=1&limit=2', 400],
      ['continuation=nonsense', 400],
      ['status=unheard', 400],
      ['id=0x12', 400],
      ['referrer=shop', 400],
      ['includeChildRequests=true', 400],
      ['includeTotal=yes', 400],
      ['startTimestamp=-1', 400],
      ['amountUsdMin=abc', 400],
      ['features=magic', 400],
      ['filters=nonsense', 400],
      ['filters=%5B%5D', 400],
      ['filters=%5B%7B%22__proto__%22%3A1%7D%5D', 400],
      ['filters=%5B%7B%22status%22%3A%7B%7D%7D%5D', 400],
      ['apiKey=foreign', 403],
    ]
    for (const [query, status] of cases) {
      const answer = await call(mock, `/requests/v3?${query}`, { apiKey: mock.apiKey })
      expect(answer.status, query).to.equal(status)
      expect(answer.body, query).to.have.all.keys('message')
    }
  })

  describe('GET /requests/v2', () => {
    it('default: the older record, without a key', async () => {
      const answer = await call(mock, `/requests/v2?id=${ids[0]}&includeOrderData=true`)
      requestPageV2Schema.parse(answer.body)
      const [{ data, ...record }] = answer.body.requests
      expect(record).to.deep.include({
        id: ids[0],
        status: 'success',
        referrer: 'shop',
        orderData: bridge.protocol.v2.orderData,
      })
      expect(data).to.deep.include({
        failReason: 'N/A',
        currency: 'eth',
        subsidizedRequest: false,
      })
      expect(data).not.to.have.property('refundFailReason')
      // The specification's deprecated fees, each an amount record.
      for (const name of ['relayerService', 'relayerGas', 'relayer', 'app', 'gas', 'subsidized']) {
        expect(data.fees[name], name).to.deep.equal(bridge.fees[name])
      }
      expect(data.expandedPriceImpact.quoted).to.deep.equal(bridge.details.expandedPriceImpact)
      const { fees } = (await list(`id=${ids[0]}`)).requests[0].data
      const { relay, execution, ...rest } = data.expandedPriceImpact.actual
      expect(execution.usd).to.equal(`-${fees.actual.execution.usd}`)
      expect(relay.usd).to.equal(fees.actual.platform.usd.replace('-', ''))
      expect(data.expandedPriceImpact.quoted).to.deep.include(rest)
      expect(data.inTxs[0].hash).to.equal(hashes.deposit)
      expect(data.inTxs[0]).not.to.have.property('txHash')
      expect(data.metadata.currencyOut).to.deep.equal(bridge.details.currencyOut)
      expect(data.paidAppFees[0]).to.include({ recipient: wallet, bps: '25', amountUsd: '7.500000' })
      expect((await client.getRequestsV2({ id: ids[0]! })).requests[0]!.id).to.equal(ids[0])
    })

    it('behavior: user matches the sender or the recipient, and hash any transaction', async () => {
      const page = await list(`user=${mock.accounts[1]!.address}&endTimestamp=${now / 1000 - 1}`, 'v2')
      expect(indexesOf(page)).to.deep.equal([1, 0])
      expect(indexesOf(await list(`hash=${hashes.refund}`, 'v2'))).to.deep.equal([2])
    })
  })
})
