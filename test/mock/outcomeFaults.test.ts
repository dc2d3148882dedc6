import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { createServiceClient } from '../../src/client/index.js'
import type { WebhookEvent } from '../../src/webhooks/index.js'
import { answer, type HttpServer, startHttpServer } from '../support/httpServer.js'
import { call, getQuote, getStatus, pay, quoteBody, setUpMock, waitFor } from './helpers.js'
import { until } from './parts.js'

describe('faults of what the service reports', () => {
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

  it('behavior: failedRefund: the reason comes after the failure, in the status and in both kinds of events', async () => {
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

  it('behavior: swapFee: one percent of the input, in the component swap alone', async () => {
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
