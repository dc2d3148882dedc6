import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { newRequest, nowMs, otherId, requestId, startEvents, until } from '../mock/parts.js'
import { answer, type HttpServer, type ReceivedRequest, startHttpServer } from '../support/httpServer.js'

const txHash = `0x${'aa'.repeat(32)}` as const
const fillHash = `0x${'bb'.repeat(32)}` as const
const depositAddress = '0x3333333333333333333333333333333333333333'
const depositor = '0x4444444444444444444444444444444444444444'

type Mock = Awaited<ReturnType<typeof startEvents>>

describe('the events of the mock', () => {
  let mock: Mock
  let receiver: HttpServer

  beforeEach(async () => {
    mock = await startEvents({ webhookRetry: { delayMs: 0 } })
    receiver = await startHttpServer()
    receiver.respondWith(answer(200, {}))
    mock.events.registerWebhook({ apiKey: mock.apiKey, url: receiver.url })
  })
  afterEach(async () => {
    await mock.close()
    await receiver.close()
  })

  const received = async (count: number): Promise<ReceivedRequest[]> => {
    await until(() => receiver.requests.length >= count, `${count} deliveries`)
    return receiver.requests
  }

  // biome-ignore lint/suspicious/noExplicitAny: what came is what is looked at.
  const payloadOf = ({ text }: ReceivedRequest): any => JSON.parse(text)

  /** Each status on its own way, with all its fields. */
  function move(
    status: 'waiting' | 'depositing' | 'pending' | 'submitted' | 'success' | 'failure' | 'refund',
  ) {
    const { ledger, apiKey } = mock
    const fields = {
      apiKey,
      request: { referrer: 'a shop' },
      terms: { depositAddress, isStrict: true } as const,
    }
    ledger.open(newRequest(fields))
    const paid = { inTxHashes: [txHash], depositAddressPayment: { depositor, txHash } } as const
    if (status === 'waiting') return
    if (status === 'depositing') return ledger.move(requestId, 'depositing', paid)
    if (status === 'failure' || status === 'refund') {
      const failed = { ...paid, failReason: 'DOUBLE_SPEND', details: { refundTxHash: fillHash } } as const
      ledger.move(requestId, 'failure', failed)
      if (status === 'refund') ledger.move(requestId, 'refund')
      return
    }
    ledger.move(requestId, 'pending', paid)
    if (status === 'pending') return
    ledger.move(requestId, 'submitted', { txHashes: [fillHash] })
    if (status === 'success') ledger.move(requestId, 'success')
  }

  describe('interface: Webhook', () => {
    it('the payload has the fields of the table, and no others [189-202]', async () => {
      move('pending')
      const [, second] = await received(2)
      expect(payloadOf(second!)).deep.equal({
        event: 'request.status.updated',
        timestamp: nowMs,
        data: {
          status: 'pending',
          inTxHashes: [txHash],
          txHashes: [],
          updatedAt: nowMs,
          originChainId: 31101,
          destinationChainId: 31102,
          depositAddress: {
            address: depositAddress,
            depositAddressType: 'strict',
            depositor,
            depositTxHash: txHash,
          },
          requestId,
          referrer: 'a shop',
          details: null,
          failReason: 'N/A',
          refundFailReason: 'N/A',
        },
      })
    })

    it('depositAddress and referrer are null if absent [197, 199]', async () => {
      mock.ledger.open(newRequest({ apiKey: mock.apiKey }))
      const [first] = await received(1)
      expect(payloadOf(first!).data).include({ depositAddress: null, referrer: null, details: null })
    })

    for (const [status, statuses] of [
      ['waiting', ['waiting']],
      ['depositing', ['waiting', 'depositing']],
      ['pending', ['waiting', 'pending']],
      ['submitted', ['waiting', 'pending', 'submitted']],
      ['success', ['waiting', 'pending', 'submitted', 'success']],
      ['failure', ['waiting', 'failure']],
      ['refund', ['waiting', 'failure', 'refund']],
    ] as const) {
      it(`data.status: each change is posted, up to ${status} [191, 206]`, async () => {
        move(status)
        const requests = await received(statuses.length)
        expect(requests.map((request) => payloadOf(request).data.status)).deep.equal(statuses)
        expect(requests.every(({ method }) => method === 'POST')).equal(true)
        const isFailure = status === 'failure' || status === 'refund'
        const { failReason, refundFailReason, details } = payloadOf(requests.at(-1)!).data
        expect(failReason).equal(isFailure ? 'DOUBLE_SPEND' : 'N/A')
        expect(refundFailReason).equal('N/A')
        expect(details).deep.equal(isFailure ? { refundTxHash: fillHash } : null)
      })
    }

    it('X-Signature-Timestamp is the Unix timestamp of sending [203]', async () => {
      move('waiting')
      const [first] = await received(1)
      expect(first!.headers['x-signature-timestamp']).equal('1784937600')
    })

    it('X-Signature-SHA256 is the hex HMAC-SHA256, keyed with the API key, of timestamp, dot and body [204, 209]', async () => {
      move('waiting')
      const [first] = await received(1)
      const expected = createHmac('sha256', mock.apiKey).update(`1784937600.${first!.text}`).digest('hex')
      expect(first!.headers['x-signature-sha256']).equal(expected)
    })

    it('the body is compact JSON, so that parsing and serializing it keeps the signature', async () => {
      move('success')
      const requests = await received(4)
      expect(requests.map(({ text }) => text)).deep.equal(
        requests.map((request) => JSON.stringify(payloadOf(request))),
      )
    })

    it('up to 10 retries [207]', async () => {
      receiver.respondWith(answer(401, {}))
      move('waiting')
      await until(() => mock.events.deliveries()[0]?.state === 'givenUp', 'the end')
      expect(receiver.requests).length(1 + 10)
    })

    it('exponential backoff between retries [207]', async () => {
      const times: number[] = []
      receiver.respondWith((request, response) => {
        times.push(performance.now())
        answer(401, {})(request, response)
      })
      const patient = await startEvents({ webhookRetry: { delayMs: 20, limit: 4 } })
      try {
        patient.events.registerWebhook({ apiKey: patient.apiKey, url: receiver.url })
        patient.ledger.open(newRequest({ apiKey: patient.apiKey }))
        await until(() => patient.events.deliveries()[0]?.state === 'givenUp', 'the end')
      } finally {
        await patient.close()
      }
      const waits = times.slice(1).map((time, index) => time - times[index]!)
      // Each begins with the answer to the one before; a timer may fire a little early.
      for (const [index, least] of [20, 40, 80, 160].entries()) expect(waits[index]).least(least - 2)
      expect(waits).length(4)
    })

    it('one endpoint per API key, for every request of that key and no other [205]', async () => {
      mock.ledger.open(newRequest({ id: otherId, apiKey: 'another key' }))
      move('waiting')
      const requests = await received(1)
      expect(requests.map((request) => payloadOf(request).data.requestId)).deep.equal([requestId])
      const second = { apiKey: mock.apiKey, url: `${receiver.url}/second` }
      expect(() => mock.events.registerWebhook(second)).throw('until you unregister it')
      expect(mock.events.webhooks()).length(1)
    })

    it('custom headers are sent with every request [205]', async () => {
      mock.events.registerWebhook({ apiKey: mock.apiKey, url: receiver.url, headers: { 'X-Own': 'mine' } })
      move('pending')
      const requests = await received(2)
      expect(requests.map(({ headers }) => headers['x-own'])).deep.equal(['mine', 'mine'])
    })
  })

  describe('interface: Websocket stream', () => {
    it('streams the same statuses, in the same order [210]', async () => {
      const socket = new WebSocket(mock.wsUrl)
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      const messages: any[] = []
      socket.on('message', (data) => messages.push(JSON.parse(data.toString())))
      try {
        await until(() => messages[0]?.status === 'ready', 'ready')
        const filters = { id: requestId }
        socket.send(JSON.stringify({ type: 'subscribe', event: 'request.status.updated', filters }))
        await until(() => messages[1]?.status === 'success', 'the subscription')
        move('success')
        const requests = await received(4)
        await until(() => messages.length === 6, 'four events')
        expect(messages.slice(2).map(({ data }) => data)).deep.equal(
          requests.map((request) => payloadOf(request).data),
        )
        expect(messages.slice(2).every(({ event }) => event === 'request.status.updated')).equal(true)
      } finally {
        socket.terminate()
      }
    })
  })
})
