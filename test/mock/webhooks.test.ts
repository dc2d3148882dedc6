import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import {
  createWebhookHandler,
  toNodeHandler,
  verifyWebhook,
  type WebhookEvent,
} from '../../src/webhooks/index.js'
import { thrown } from '../support/errors.js'
import type { ReceivedRequest } from '../support/httpServer.js'
import { answer, type HttpServer, startHttpServer } from '../support/httpServer.js'
import { newRequest, nowMs, otherId, requestId, startEvents, until } from './parts.js'

const txHash = `0x${'aa'.repeat(32)}` as const
const fillHash = `0x${'bb'.repeat(32)}` as const

describe('webhooks of the mock', () => {
  let mock: Awaited<ReturnType<typeof startEvents>>
  let receiver: HttpServer

  beforeEach(async () => {
    mock = await startEvents({ webhookRetry: { delayMs: 0, timeoutMs: 5000 } })
    receiver = await startHttpServer()
    receiver.respondWith(answer(200, {}))
  })
  afterEach(async () => {
    await mock.close()
    await receiver.close()
  })

  const register = (headers?: Record<string, string>) =>
    mock.events.registerWebhook({ apiKey: mock.apiKey, url: `${receiver.url}/hook`, headers })
  const settled = (count: number) =>
    until(
      () =>
        mock.events.deliveries().length === count &&
        mock.events.deliveries().every(({ state }) => state !== 'pending'),
      `${count} deliveries that are over`,
    )
  const statusOf = ({ body }: ReceivedRequest) => (body as WebhookEvent).data.status
  const statuses = () => receiver.requests.map(statusOf)

  it('default', async () => {
    register()
    mock.ledger.open(newRequest({ apiKey: mock.apiKey }))
    mock.ledger.move(requestId, 'pending', { inTxHashes: [txHash] })
    mock.ledger.move(requestId, 'submitted', { txHashes: [fillHash] })
    mock.ledger.move(requestId, 'success')
    await settled(4)
    expect(statuses()).deep.equal(['waiting', 'pending', 'submitted', 'success'])
    const last = receiver.requests[3]!
    expect(last).include({ method: 'POST', path: '/hook' })
    expect(last.headers['content-type']).equal('application/json')
    expect(last.text).equal(
      JSON.stringify({
        event: 'request.status.updated',
        timestamp: nowMs,
        data: {
          status: 'success',
          inTxHashes: [txHash],
          txHashes: [fillHash],
          updatedAt: nowMs,
          originChainId: 31101,
          destinationChainId: 31102,
          depositAddress: null,
          requestId,
          referrer: null,
          details: null,
          failReason: 'N/A',
          refundFailReason: 'N/A',
        },
      }),
    )
  })

  it('behavior: signs as specified', async () => {
    register()
    mock.ledger.open(newRequest({ apiKey: mock.apiKey }))
    await settled(1)
    const [{ headers, text }] = receiver.requests as [ReceivedRequest]
    const timestamp = headers['x-signature-timestamp'] as string
    const signature = headers['x-signature-sha256'] as string
    expect(timestamp).equal(String(nowMs / 1000))
    expect(signature).equal(createHmac('sha256', mock.apiKey).update(`${timestamp}.${text}`).digest('hex'))
    const verified = await verifyWebhook({ body: text, timestamp, signature, apiKey: mock.apiKey, nowMs })
    expect((verified as WebhookEvent).data.requestId).equal(requestId)
    const parameters = { body: text, timestamp, signature, apiKey: 'another key', nowMs }
    expect(await thrown(() => verifyWebhook(parameters))).include({ reason: 'signatureMismatch' })
  })

  it('behavior: a failed request with a deposit address has all fields', async () => {
    register()
    const depositAddress = '0xAbCdef0123456789abcdef0123456789ABCDEF01'
    const depositor = '0x2222222222222222222222222222222222222222'
    const details = { revert: { data: '0x' as const, message: 'no' } }
    mock.ledger.open(
      newRequest({
        apiKey: mock.apiKey,
        request: { referrer: 'a shop' },
        terms: { depositAddress, isStrict: true },
      }),
    )
    mock.ledger.move(requestId, 'failure', {
      depositAddressPayment: { depositor, txHash },
      details,
      failReason: 'DOUBLE_SPEND',
      refundFailReason: 'AMOUNT_TOO_LOW_TO_REFUND',
    })
    await settled(2)
    const [first, second] = receiver.requests.map(({ body }) => (body as WebhookEvent).data)
    const address = depositAddress.toLowerCase()
    expect(first!.depositAddress).deep.equal({
      address,
      depositAddressType: 'strict',
      depositor: null,
      depositTxHash: null,
    })
    expect(second).deep.include({
      depositAddress: { address, depositAddressType: 'strict', depositor, depositTxHash: txHash },
      referrer: 'a shop',
      details,
      failReason: 'DOUBLE_SPEND',
      refundFailReason: 'AMOUNT_TOO_LOW_TO_REFUND',
    })
  })

  it('behavior: custom headers cannot replace the signature', async () => {
    register({ Authorization: 'Bearer me', 'x-signature-sha256': 'mine' })
    mock.ledger.open(newRequest({ apiKey: mock.apiKey }))
    await settled(1)
    const { headers } = receiver.requests[0]!
    expect(headers.authorization).equal('Bearer me')
    expect(headers['x-signature-sha256']).match(/^[0-9a-f]{64}$/)
  })

  it('behavior: does not report requests without a key or with another key', async () => {
    register()
    mock.ledger.open(newRequest())
    mock.ledger.open(newRequest({ id: otherId, apiKey: 'another key' }))
    expect(mock.events.deliveries()).deep.equal([])
  })

  it('behavior: retries a delivery without a 2xx answer, and the next status waits', async () => {
    register()
    let refusals = 3
    receiver.respondWith((request, response) =>
      answer(refusals-- > 0 ? 503 : 204, undefined)(request, response),
    )
    mock.ledger.open(newRequest({ apiKey: mock.apiKey }))
    mock.ledger.move(requestId, 'pending')
    await settled(2)
    expect(statuses()).deep.equal(['waiting', 'waiting', 'waiting', 'waiting', 'pending'])
    expect(mock.events.deliveries()).deep.equal([
      {
        apiKey: mock.apiKey,
        requestId,
        status: 'waiting',
        state: 'delivered',
        attempts: [503, 503, 503, 204].map((httpStatus) => ({ at: nowMs, httpStatus })),
      },
      {
        apiKey: mock.apiKey,
        requestId,
        status: 'pending',
        state: 'delivered',
        attempts: [{ at: nowMs, httpStatus: 204 }],
      },
    ])
  })

  it('behavior: gives up after 10 retries and sends the next status', async () => {
    register()
    receiver.respondWith((request, response) =>
      answer(statusOf(request) === 'waiting' ? 401 : 200, {})(request, response),
    )
    mock.ledger.open(newRequest({ apiKey: mock.apiKey }))
    mock.ledger.move(requestId, 'pending')
    await settled(2)
    expect(statuses().filter((status) => status === 'waiting')).length(11)
    expect(mock.events.deliveries().map(({ state }) => state)).deep.equal(['givenUp', 'delivered'])
  })

  it('behavior: a redirect or a broken connection does not count as 2xx', async () => {
    register()
    const responses = [
      (_: unknown, response: import('node:http').ServerResponse) =>
        response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end(),
      (_: unknown, response: import('node:http').ServerResponse) => response.destroy(),
      answer(200, {}),
    ]
    receiver.respondWith((request, response) => responses.shift()!(request, response))
    mock.ledger.open(newRequest({ apiKey: mock.apiKey }))
    await settled(1)
    expect(receiver.requests.map(({ path }) => path)).deep.equal(['/hook', '/hook', '/hook'])
    const { attempts } = mock.events.deliveries()[0]!
    expect(attempts).deep.equal([
      { at: nowMs, httpStatus: 307 },
      { at: nowMs },
      { at: nowMs, httpStatus: 200 },
    ])
  })

  it('behavior: retries an endpoint that does not answer in time', async () => {
    const quick = await startEvents({ webhookRetry: { delayMs: 1, timeoutMs: 50 } })
    try {
      quick.events.registerWebhook({ apiKey: quick.apiKey, url: receiver.url })
      let isSilent = true
      receiver.respondWith((request, response) => {
        if (!isSilent) return answer(200, {})(request, response)
        isSilent = false
      })
      quick.ledger.open(newRequest({ apiKey: quick.apiKey }))
      await until(() => quick.events.deliveries()[0]?.state === 'delivered', 'a delivery')
      const { attempts } = quick.events.deliveries()[0]!
      expect(attempts[0]).deep.equal({ at: nowMs })
      expect(attempts.at(-1)).deep.equal({ at: nowMs, httpStatus: 200 })
    } finally {
      await quick.close()
    }
  })

  it('behavior: a failing delivery does not hold up another request', async () => {
    register()
    let release = () => {}
    receiver.respondWith((request, response) => {
      if ((request.body as WebhookEvent).data.requestId === otherId) return answer(200, {})(request, response)
      release = () => answer(200, {})(request, response)
    })
    mock.ledger.open(newRequest({ apiKey: mock.apiKey }))
    mock.ledger.open(newRequest({ id: otherId, apiKey: mock.apiKey }))
    mock.ledger.move(otherId, 'pending')
    const states = () => mock.events.deliveries().map(({ state }) => state)
    await until(() => states().filter((state) => state === 'delivered').length === 2, 'the other’s two')
    expect(states()).deep.equal(['pending', 'delivered', 'delivered'])
    await until(() => receiver.requests.length === 3, 'three requests')
    release()
    await settled(3)
  })

  it('behavior: a second webhook does not silently replace the first', async () => {
    register()
    const second = { apiKey: mock.apiKey, url: `${receiver.url}/new` }
    expect(await thrown(() => mock.events.registerWebhook(second))).include({ option: 'webhook.url' })
    register()
    expect(mock.events.unregisterWebhook(mock.apiKey)).equal(true)
    mock.events.registerWebhook(second)
    expect(mock.events.webhooks()).deep.equal([{ apiKey: mock.apiKey, url: `${receiver.url}/new` }])
    mock.ledger.open(newRequest({ apiKey: mock.apiKey }))
    await settled(1)
    expect(receiver.requests.map(({ path }) => path)).deep.equal(['/new'])
  })

  it('behavior: removing a webhook drops its pending deliveries', async () => {
    register()
    receiver.respondWith((request, response) => {
      mock.events.unregisterWebhook(mock.apiKey)
      answer(500, {})(request, response)
    })
    mock.ledger.open(newRequest({ apiKey: mock.apiKey }))
    mock.ledger.move(requestId, 'pending')
    await settled(2)
    expect(mock.events.deliveries().map(({ state }) => state)).deep.equal(['dropped', 'dropped'])
    expect(receiver.requests).length(1)
    expect(mock.events.unregisterWebhook(mock.apiKey)).equal(false)
  })

  it('behavior: close drops pending deliveries, and nothing arrives later', async () => {
    const patient = await startEvents({ webhookRetry: { delayMs: 3_600_000 } })
    patient.events.registerWebhook({ apiKey: patient.apiKey, url: receiver.url })
    receiver.respondWith(answer(500, {}))
    patient.ledger.open(newRequest({ apiKey: patient.apiKey }))
    patient.ledger.move(requestId, 'pending')
    await until(() => patient.events.deliveries()[0]?.attempts[0]?.httpStatus, 'the first answer')
    await patient.close()
    patient.ledger.move(requestId, 'failure')
    expect(patient.events.deliveries().map(({ state }) => state)).deep.equal(['dropped', 'dropped'])
    expect(receiver.requests).length(1)
  })

  it('behavior: the package’s own handler processes each delivery once', async () => {
    const seen: string[] = []
    let failures = 2
    const handler = createWebhookHandler({
      apiKey: mock.apiKey,
      now: () => nowMs,
      onEvent: ({ data }) => {
        if (failures-- > 0) throw new Error('The database is away.')
        seen.push(data.status)
      },
    })
    const server = createServer(toNodeHandler(handler))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      mock.events.registerWebhook({ apiKey: mock.apiKey, url: `http://localhost:${port}` })
      mock.ledger.open(newRequest({ apiKey: mock.apiKey }))
      mock.ledger.move(requestId, 'failure', { failReason: 'DOUBLE_SPEND' })
      mock.ledger.move(requestId, 'refund')
      await settled(3)
      expect(seen).deep.equal(['waiting', 'failure', 'refund'])
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  for (const [url, isTaken] of [
    ['https://example.org/hook', true],
    ['http://127.0.0.1:1/hook', true],
    ['http://localhost/hook', true],
    ['http://[::1]:8080/', true],
    ['http://example.org/hook', false],
    ['http://127.0.0.1.example.org/', false],
    ['https://user:password@example.org/', false],
    ['https://user@example.org/', false],
    ['https://:password@example.org/', false],
    ['ftp://127.0.0.1/', false],
    ['hook', false],
  ] as const) {
    it(`${isTaken ? 'behavior: takes' : 'error: rejects'} ${url}`, async () => {
      const register = () => mock.events.registerWebhook({ apiKey: 'a key', url })
      if (isTaken) return register()
      const error = await thrown(register)
      expect(error).include({ name: 'MockOptionError', option: 'webhook.url' })
      expect(error.message).not.contain('password')
    })
  }

  it('error: no key, no header', async () => {
    const url = 'https://example.org'
    for (const [webhook, option] of [
      [{ apiKey: ' ', url }, 'webhook.apiKey'],
      [{ apiKey: 'a key', url, headers: { 'no name': 'x' } }, 'webhook.headers'],
      [{ apiKey: 'a key', url, headers: { name: 'two\nlines' } }, 'webhook.headers'],
    ] as const) {
      expect(await thrown(() => mock.events.registerWebhook(webhook))).include({ option })
    }
    expect(mock.events.webhooks()).deep.equal([])
  })

  it('error: invalid options', async () => {
    for (const [options, option] of [
      [{ webhookRetry: { limit: 11 } }, 'webhookRetry.limit'],
      [{ webhookRetry: { limit: -1 } }, 'webhookRetry.limit'],
      [{ webhookRetry: { delayMs: -1 } }, 'webhookRetry.delayMs'],
      [{ webhookRetry: { timeoutMs: 1.5 } }, 'webhookRetry.timeoutMs'],
      [{ websocketPingMs: 0 }, 'websocketPingMs'],
    ] as const) {
      expect(await thrown(() => startEvents(options))).include({ name: 'MockOptionError', option })
    }
  })
})
