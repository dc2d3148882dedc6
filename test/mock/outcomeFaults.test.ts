import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { createWalletClient, http, zeroAddress } from 'viem'
import { createServiceClient } from '../../src/client/index.js'
import type { WebhookEvent } from '../../src/webhooks/index.js'
import { thrown } from '../support/errors.js'
import { answer, type HttpServer, startHttpServer } from '../support/httpServer.js'
import {
  accountOf,
  balanceOf,
  call,
  chainsOf,
  clientOf,
  ether,
  getQuote,
  getStatus,
  pay,
  quoteBody,
  setUpMock,
  waitFor,
} from './helpers.js'
import { until } from './parts.js'

describe("faults of the service's reports", () => {
  const { mock } = setUpMock()
  let receiver: HttpServer
  before(async () => {
    receiver = await startHttpServer()
    mock.control.events.registerWebhook({ apiKey: mock.apiKey, url: receiver.url })
  })
  beforeEach(() => receiver.respondWith(answer(200, {})))
  after(() => receiver.close())

  /** Pays a quote, and returns what the webhook and the websocket got by the time that the last event is there. */
  async function follow(last: string) {
    const { apiKey, wsUrl } = mock
    const { body: quote } = await call(mock, '/quote/v2', { apiKey, body: quoteBody(mock) })
    const requestId = quote.protocol.v2.orderId
    const streamed: string[] = []
    const toLine = ({ status, failReason, refundFailReason }: WebhookEvent['data']) =>
      `${status} ${failReason} ${refundFailReason}`
    const socket = new WebSocket(wsUrl)
    const filters = { id: requestId }
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data)
      if (message.type === 'connection') {
        socket.send(JSON.stringify({ type: 'subscribe', event: 'request.status.updated', filters }))
      } else if (message.event) streamed.push(toLine(message.data))
    }
    await sleep(100)
    await pay(mock, quote)
    const posted = () => receiver.requests.map(({ body }) => toLine((body as WebhookEvent).data))
    await until(() => posted().includes(last) && streamed.includes(last), last)
    socket.close()
    return { requestId, posted: posted(), streamed }
  }

  it('behavior: failedRefund: the reason follows the failure, in the status and in both kinds of events', async () => {
    mock.control.faults.set('failedRefund', { times: 1 })
    const last = 'failure UNKNOWN MANUAL_REFUND_REQUIRED'
    const { requestId, posted, streamed } = await follow(last)
    expect(posted).to.deep.equal(['waiting N/A N/A', 'pending N/A N/A', 'failure UNKNOWN N/A', last])
    expect(streamed).to.deep.equal(posted.slice(1))
    expect(await getStatus(mock, requestId)).to.include({
      status: 'failure',
      failReason: 'UNKNOWN',
      refundFailReason: 'MANUAL_REFUND_REQUIRED',
    })
    expect(mock.control.faults.list()).to.deep.equal([])
  })

  it('behavior: fallback: the older word for a refund, with the recorded reason', async () => {
    mock.control.faults.set('fallback', { times: 1 })
    const last = 'fallback UNKNOWN N/A'
    const { requestId, posted, streamed } = await follow(last)
    expect(posted.slice(1)).to.deep.equal(['pending N/A N/A', 'failure UNKNOWN N/A', last])
    expect(streamed).to.deep.equal(posted.slice(1))
    expect(await getStatus(mock, requestId)).to.include({ status: 'fallback', failReason: 'UNKNOWN' })
    const { apiKey } = mock
    const { requests } = (await call(mock, `/requests/v3?id=${requestId}`, { apiKey })).body
    expect(requests[0]).to.include({ status: 'fallback' })

    const client = createServiceClient({ profile: 'mock', baseUrl: mock.url })
    expect((await client.getStatus({ requestId })).status).to.equal('fallback')
    expect((await client.waitForRequest({ requestId })).status).to.equal('refund')
    const next = await getQuote(mock)
    await pay(mock, next)
    await waitFor(mock, next.protocol.v2.orderId, 'success')
  })

  it('behavior: retired: 410 with the successor, if any, until the fault ends', async () => {
    const relay = createServiceClient({ profile: 'relay', baseUrl: mock.url })
    const requestId = (await getQuote(mock)).protocol.v2.orderId
    for (const [path, successor] of [
      ['/intents/status', '/intents/status/v3'],
      ['/chains', undefined],
    ] as const) {
      mock.control.faults.set('retired', { times: 1, path })
      const asked = `${path}?requestId=${requestId}`
      const { status, body } = await call(mock, asked)
      expect(status).to.equal(410)
      expect(body.successor).to.equal(successor)
      expect(body.message).to.match(successor ? / was retired\. Use \/intents/ : / was retired\.$/)
      expect((await call(mock, asked)).status).to.equal(200)
    }
    mock.control.faults.set('retired', { times: 1 })
    expect(await thrown(() => relay.getStatusLegacy({ requestId }))).to.include({
      name: 'ServiceRetiredError',
      successor: 'GET /intents/status/v3',
    })
  })

  it('behavior: newRouter: the order names an unknown router, and the client pays nothing', async () => {
    const [origin, destination] = chainsOf(mock)
    const account = accountOf(mock, mock.accounts[1]!.address)
    const client = createServiceClient({ profile: 'mock', baseUrl: mock.url })
    const request = {
      user: account.address,
      originChainId: origin.id,
      destinationChainId: destination.id,
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      amount: ether,
      tradeType: 'EXACT_INPUT',
    } as const
    const walletClient = createWalletClient({
      account,
      chain: clientOf(origin).chain,
      transport: http(origin.rpcUrl),
    })
    mock.control.faults.set('newRouter', { times: 1 })
    const quote = await client.getQuote(request)
    const paid = await balanceOf(origin, zeroAddress, origin.depository)
    const error = await thrown(() => client.executeSteps({ quote, request, walletClient }))
    expect(error).to.include({ name: 'UnknownRouterError' })
    expect(await balanceOf(origin, zeroAddress, origin.depository)).to.equal(paid)
    await client.executeSteps({ quote: await client.getQuote(request), request, walletClient })
  })

  it('behavior: swapFee: one percent of the input, only in the component swap', async () => {
    const plain = await getQuote(mock)
    mock.control.faults.set('swapFee', { times: 1 })
    const charged = await getQuote(mock)
    const usdOf = ({ details }: typeof plain) =>
      Object.fromEntries(
        Object.entries(details.expandedPriceImpact as Record<string, { usd: string }>).map(
          ([name, { usd }]) => [name, Number(usd)],
        ),
      )
    expect(usdOf(charged)).to.deep.equal({ ...usdOf(plain), swap: -30 })
    expect(charged.details.swapImpact).to.deep.equal({ usd: '-30.000000', percent: '-1.00' })
    expect(BigInt(plain.details.currencyOut.amount) - BigInt(charged.details.currencyOut.amount)).to.equal(
      10n ** 16n,
    )
    await pay(mock, charged)
    await waitFor(mock, charged.protocol.v2.orderId, 'success')

    mock.control.faults.set('swapFee', { times: 1 })
    const fields = { tradeType: 'EXACT_OUTPUT', amount: '990000000000000000' }
    const exact = await getQuote(mock, fields)
    expect(exact.details.currencyOut.amount).to.equal(fields.amount)
    expect(usdOf(exact).swap).to.be.closeTo(-30, 0.01)
  })
})
