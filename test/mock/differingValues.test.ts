import { expect } from 'chai'
import type { Hex } from 'viem'
import {
  call,
  chainsOf,
  freshAddress,
  getQuote,
  pay,
  quoteBody,
  setUpMock,
  tokenOf,
  waitFor,
} from './helpers.js'

// A client that takes one for the other must fail against the mock, as it would against the service.
describe('values that differ at the service also differ in the mock', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what came is what is looked at.
  type Json = any
  const { mock } = setUpMock({ idForm: 'public' })
  let quote: Json
  let record: Json
  let listedV2: Json
  before(async () => {
    const { apiKey } = mock
    const body = quoteBody(mock, {
      recipient: freshAddress(),
      refundTo: freshAddress(),
      destinationCurrency: tokenOf(chainsOf(mock)[1]),
      appFees: [{ recipient: freshAddress(), fee: '25' }],
      topupGas: true,
    })
    quote = (await call(mock, '/quote/v2', { apiKey, body })).body
    await pay(mock, quote)
    await waitFor(mock, quote.requestId, 'success')
    record = (await call(mock, `/requests/v3?id=${quote.requestId}`, { apiKey })).body.requests[0]
    listedV2 = (await call(mock, `/requests/v2?id=${quote.requestId}`, { apiKey })).body.requests[0]
  })

  const pairs: [name: string, values: () => unknown[]][] = [
    ['requestId and orderId', () => [quote.requestId, quote.protocol.v2.orderId]],
    [
      'amount and minimumAmount of what arrives',
      () => [quote.details.currencyOut.amount, quote.details.currencyOut.minimumAmount],
    ],
    [
      'expectedAmount and minimumAmount of the order',
      () => {
        const { expectedAmount, minimumAmount } = quote.protocol.v2.orderData.output.payments[0]
        return [expectedAmount, minimumAmount]
      },
    ],
    [
      'the deprecated fees, each from the others',
      () => ['relayer', 'relayerGas', 'relayerService', 'app', 'gas'].map((name) => quote.fees[name].amount),
    ],
    [
      'impacts',
      () => [quote.details.totalImpact.usd, quote.details.swapImpact.usd, ...impactsOf(quote.details)],
    ],
    ['who pays, who gets, who is refunded', () => [record.user, record.recipient, record.refundTo]],
    [
      'hashes of the deposit and the fill',
      () => [...record.data.inTxs, ...record.data.outTxs].map(({ txHash }) => txHash),
    ],
    [
      'quoted and actual fees',
      () => ['quoted', 'actual'].map((side) => record.data.fees[side].execution.usd),
    ],
    [
      'quoted and actual fees of the service',
      () => ['quoted', 'actual'].map((side) => record.data.fees[side].platform.usd),
    ],
    [
      'quoted and actual impact of the older listing',
      () => ['quoted', 'actual'].map((side) => listedV2.data.expandedPriceImpact[side].execution.usd),
    ],
    ['when it was quoted and when it was filled', () => [record.createdAt, record.updatedAt]],
  ]

  function impactsOf({ expandedPriceImpact: { execution, relay, app } }: Json): string[] {
    return [execution.usd, relay.usd, app.usd]
  }

  for (const [name, values] of pairs) {
    it(name, () => {
      const found = values()
      expect(new Set(found).size, JSON.stringify(found)).to.equal(found.length)
    })
  }

  it('a chain’s id, its name in orders and its display name', async () => {
    for (const { id, name, displayName, protocol } of (await call(mock, '/chains')).body.chains) {
      expect(new Set([String(id), protocol.v2.chainId, displayName]).size, name).to.equal(3)
    }
  })

  it('error: an order’s id in place of a request’s', async () => {
    const { orderId } = quote.protocol.v2 as { orderId: Hex }
    const { apiKey } = mock
    const status = await call(mock, `/intents/status/v3?requestId=${orderId}`)
    expect(status.status).to.equal(400)
    expect((await call(mock, `/requests/v3?id=${orderId}`, { apiKey })).body.requests).to.deep.equal([])
    const fast = await call(mock, '/fast-fill', { apiKey, body: { requestId: orderId } })
    expect(fast.status).to.equal(404)
  })

  it('error: a deposit with the request’s id in place of the order’s pays nothing', async () => {
    const other = (await getQuote(mock)) as Json
    const { data } = other.steps[0].items[0]
    data.data = data.data.replace(other.protocol.v2.orderId.slice(2), other.requestId.slice(2))
    await pay(mock, other)
    await mock.control.mine(data.chainId, 2)
    expect((await call(mock, `/intents/status/v3?requestId=${other.requestId}`)).body.status).to.equal(
      'waiting',
    )
  })
})
