import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { build } from 'esbuild'
import { createConnection } from '../../../src/client/createConnection.js'
import { watchRequest } from '../../../src/client/follow/watchRequest.js'
import { thrown } from '../../support/errors.js'
import { answer, inTurn } from '../../support/httpServer.js'
import { eventText, statusUpdated } from '../../support/websocketServer.js'
import { collect, otherId, requestId, type Service, sleep, startService, until } from './helpers.js'

const path = ['waiting', 'pending', 'submitted', 'success'] as const
/** So long that a change that is seen came by websocket. */
const rarely = { requestId, pollingIntervalMs: 60_000 }
const often = { requestId, pollingIntervalMs: 5 }

describe('watchRequest', () => {
  let service: Service
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.close())

  /** The server confirmed the subscription, and the client asked once more what it may have missed. */
  const subscribed = async (id: string = requestId) => {
    await until(() => service.socket.subscribers(id) > 0, 'subscribed')
    const asked = () => service.http.requests.filter(({ query }) => query.get('requestId') === id).length
    await until(() => asked() > 1, 'asked after the subscription')
    await sleep(20)
  }

  describe('polling', () => {
    it('default', async () => {
      service.set('waiting')
      const { seen, end } = collect(service.polling(), often)
      for (const [index, status] of path.entries()) {
        service.set(status)
        await until(() => seen.length > index)
      }
      expect(await end).deep.equal(path)
      const [first] = service.http.requests
      expect(first).include({ method: 'GET', path: '/intents/status/v3' })
      expect(String(first!.query)).equal(`requestId=${requestId}`)
      expect(service.socket.total).equal(0)
    })

    it('behavior: yields whole records, and a fresh one with its status alone', async () => {
      const fresh = { status: 'waiting', quoteCreatedAt: 1_760_000_000_000 }
      const success = {
        status: 'success',
        updatedAt: 1_760_000_001_000,
        txHashes: ['0x1'],
        extra: { kept: true },
      }
      service.http.respondWith(inTurn(answer(200, fresh), answer(200, success)))
      const records = []
      for await (const record of watchRequest(service.polling(), often)) records.push(record)
      expect(records).deep.equal([fresh, success])
    })

    it('behavior: the transport polling opens no websocket', async () => {
      service.set('success')
      const { end } = collect(service.connection(), { ...often, transport: 'polling' })
      expect(await end).deep.equal(['success'])
      expect(service.socket.paths).deep.equal([])
    })

    it('behavior: asks for a request id in lower case', async () => {
      service.set('success')
      const upper = `0x${requestId.slice(2).toUpperCase()}` as const
      expect(await collect(service.polling(), { ...often, requestId: upper }).end).deep.equal(['success'])
    })

    it('behavior: what may mend is tried again', async () => {
      service.set('success')
      service.http.respondWith(
        inTurn(
          answer(500, '<html>'),
          answer(503, { message: 'down' }),
          answer(429, { message: 'slow' }),
          answer(408, {}),
          (_request, response) => response.destroy(),
          answer(404, { message: 'unknown' }),
          answer(400, { message: 'unknown' }),
          answer(200, { status: 'success' }),
        ),
      )
      expect(await collect(service.polling(), { ...often, pollingIntervalMs: 1 }).end).deep.equal(['success'])
      expect(service.http.requests).have.length(8)
    })

    it('behavior: success without hashes is the end', async () => {
      service.http.respondWith(answer(200, { status: 'success' }))
      expect(await collect(service.polling(), often).end).deep.equal(['success'])
    })

    for (const status of [401, 403, 409, 301]) {
      it(`error: HTTP ${status} ends it`, async () => {
        service.http.respondWith(answer(status, { message: 'no' }))
        const error = await thrown(() => collect(service.polling(), often).end)
        expect(error).include({ name: 'ServiceHttpError', status })
        expect(service.http.requests).have.length(1)
      })
    }

    for (const status of [400, 404]) {
      it(`error: HTTP ${status} for longer than a fresh request would be unknown`, async () => {
        service.http.respondWith(answer(status, { message: 'unknown' }))
        const error = await thrown(() => collect(service.polling(), { ...often, notFoundGraceMs: 60 }).end)
        expect(error).include({ name: 'ServiceHttpError', status })
        expect(service.http.requests.length).above(1)
      })
    }

    it('behavior: an answer starts the time anew in which a request may be unknown', async () => {
      let asked = 0
      service.http.respondWith((request, response) => {
        asked++
        const record = { status: asked > 40 ? 'success' : 'waiting' }
        return (asked % 2 ? answer(404, {}) : answer(200, record))(request, response)
      })
      const parameters = { ...often, pollingIntervalMs: 10, notFoundGraceMs: 300 }
      expect(await collect(service.polling(), parameters).end).deep.equal(['waiting', 'success'])
    })

    it('error: an answer that is none', async () => {
      service.http.respondWith(inTurn(answer(200, { status: 'pending' }), answer(200, { status: 7 })))
      const { seen, end } = collect(service.polling(), often)
      expect(await thrown(() => end)).include({ name: 'InvalidResponseError', path: 'status', value: 7 })
      expect(seen).deep.equal(['pending'])
    })
  })

  describe('websocket', () => {
    it('default', async () => {
      service.set('waiting')
      const { seen, end } = collect(service.connection(), rarely)
      await subscribed()
      for (const status of path.slice(1)) service.move(status)
      expect(await end).deep.equal(path)
      expect(seen).deep.equal(path)
      // At once, and once more after the subscription.
      expect(service.http.requests).have.length(2)
      await until(() => service.socket.open === 0)
      expect(service.socket.messages).deep.equal([
        { type: 'subscribe', event: statusUpdated, filters: { id: requestId } },
        { type: 'unsubscribe', event: statusUpdated, filters: { id: requestId } },
      ])
    })

    it('behavior: a change between the first answer and the subscription is not lost', async () => {
      service.socket.readyDelayMs = 50
      service.set('waiting')
      const { seen, end } = collect(service.connection(), rarely)
      await until(() => seen.length === 1)
      service.set('success')
      expect(await end).deep.equal(['waiting', 'success'])
    })

    it('behavior: polls until the websocket is ready, or the subscription confirmed', async () => {
      for (const fault of ['silent', 'unconfirmed'] as const) {
        service.socket.readyDelayMs = fault === 'silent' ? undefined : 0
        service.socket.isSubscribing = false
        service.set('waiting')
        const { seen, end } = collect(service.connection(), often)
        for (const [index, status] of path.entries()) {
          service.set(status)
          await until(() => seen.length > index)
        }
        expect(await end).deep.equal(path)
        await until(() => service.socket.open === 0)
      }
    })

    for (const status of [401, 500]) {
      it(`behavior: polls where the websocket is refused with ${status}`, async () => {
        service.socket.refuseWith = status
        service.set('waiting')
        const { seen, end } = collect(service.connection(), often)
        await until(() => service.socket.paths.length > 2, 'tried again')
        service.set('success')
        expect(await end).deep.equal(['waiting', 'success'])
        expect(seen).have.length(2)
      })

      it(`behavior: tries again with waits between where it is refused with ${status}`, async () => {
        service.socket.refuseWith = status
        service.set('waiting')
        const watch = watchRequest(service.connection(), rarely)
        await watch.next()
        await until(() => service.socket.paths.length > 2)
        await sleep(300)
        await watch.return!()
        // With waits between: a loop would have made hundreds.
        expect(service.socket.paths.length).below(12)
      })
    }

    it('behavior: polls where nobody listens', async () => {
      await service.stopSocket()
      service.set('waiting')
      const { seen, end } = collect(service.connection(), often)
      for (const [index, status] of path.entries()) {
        service.set(status)
        await until(() => seen.length > index)
      }
      expect(await end).deep.equal(path)
    })

    it('behavior: a drop and a restart lose nothing and repeat nothing', async () => {
      service.set('waiting')
      const { seen, end } = collect(service.connection(), often)
      await subscribed()
      service.move('pending')
      await until(() => seen.length === 2)
      service.socket.drop()
      service.set('submitted')
      await until(() => seen.length === 3, 'polled after the drop')
      await service.stopSocket()
      service.set('pending')
      await until(() => seen.length === 4, 'polled while it is down')
      await service.restartSocket()
      await until(() => service.socket.subscribers(requestId) === 1, 'subscribed again')
      service.tell('submitted')
      await until(() => seen.length === 5, 'told by the new connection')
      service.move('success')
      expect(await end).deep.equal([...path.slice(0, 3), 'pending', 'submitted', 'success'])
    })

    it('behavior: a change while it was down is seen when it is back', async () => {
      service.set('waiting')
      const { seen, end } = collect(service.connection(), rarely)
      await subscribed()
      await service.stopSocket()
      await until(() => service.http.requests.length > 2, 'polled after the drop')
      await sleep(20)
      service.set('pending')
      await service.restartSocket()
      await until(() => seen.length === 2)
      service.move('success')
      expect(await end).deep.equal(['waiting', 'pending', 'success'])
    })

    it('behavior: noise is ignored', async () => {
      service.set('waiting')
      const { seen, end } = collect(service.connection(), rarely)
      await subscribed()
      const noise = ['', '{', 'null', '[]', '7', eventText({ requestId, status: 7 }), new Uint8Array([1, 2])]
      for (const frame of noise) service.socket.send(frame)
      service.socket.send(eventText({ requestId: otherId, status: 'success' }))
      service.socket.send(JSON.stringify({ event: 'request.other', data: { requestId, status: 'success' } }))
      service.move('pending')
      service.move('success')
      expect(await end).deep.equal(['waiting', 'pending', 'success'])
      expect(seen).have.length(3)
    })

    it('behavior: duplicates and late events are ignored', async () => {
      const events = path.map((status, index) => ({
        requestId,
        status,
        updatedAt: 1_770_000_000_000 + index,
      }))
      service.set('waiting', { updatedAt: 1_770_000_000_000 })
      const { end } = collect(service.connection(), rarely)
      await subscribed()
      for (const index of [0, 1, 1, 0, 2, 1, 2, 0, 3, 2]) service.socket.publish(events[index]!)
      expect(await end).deep.equal(path)
    })

    it('behavior: an event in the wrapped form', async () => {
      service.set('waiting')
      const { end } = collect(service.connection(), rarely)
      await subscribed()
      const data = { requestId, status: 'refund', updatedAt: 1_770_000_000_000 }
      service.socket.send(JSON.stringify({ data: { event: statusUpdated, data } }))
      expect(await end).deep.equal(['waiting', 'refund'])
    })

    it('behavior: the key goes along in the URL, and into no message', async () => {
      service.set('waiting')
      const apiKey = 'key-of-the-test'
      const connection = createConnection({
        profile: 'mock',
        baseUrl: service.http.url,
        wsUrl: service.socket.url,
        apiKey,
      })
      const { end } = collect(connection, { ...rarely, timeoutMs: 300 })
      await subscribed()
      expect(service.socket.paths).deep.equal([`/?apiKey=${apiKey}`])
      const error = await thrown(() => end)
      expect(error.name).equal('RequestTimeoutError')
      expect(String(error.stack) + JSON.stringify(error)).not.include(apiKey)
    })

    it('behavior: 200 requests over one connection', async () => {
      const ids = Array.from(
        { length: 200 },
        (_, index) => `0x${index.toString(16).padStart(64, '0')}` as const,
      )
      for (const id of ids) service.set('waiting', {}, id)
      const connection = service.connection()
      const watches = ids.map((id) => collect(connection, { ...rarely, requestId: id }))
      await until(() => service.http.requests.length >= 400, 'asked after each subscription')
      for (const status of path.slice(1)) for (const id of ids) service.move(status, {}, id)
      expect(await Promise.all(watches.map(({ end }) => end))).deep.equal(ids.map(() => path))
      expect(service.socket.total).equal(1)
      await until(() => service.socket.open === 0)
    })

    it('behavior: two watches of one request subscribe once, and leave apart', async () => {
      service.set('waiting')
      const connection = service.connection()
      const first = watchRequest(connection, rarely)
      await first.next()
      await subscribed()
      const second = collect(connection, rarely)
      await until(() => second.seen.length === 1)
      await first.return!()
      service.move('success')
      expect(await second.end).deep.equal(['waiting', 'success'])
      await until(() => service.socket.open === 0)
      expect(service.socket.messages.map(({ type }) => type)).deep.equal(['subscribe', 'unsubscribe'])
    })

    it('behavior: a second watch of a request polls while the websocket is down', async () => {
      service.set('waiting')
      const connection = service.connection()
      const first = collect(connection, rarely)
      await subscribed()
      await service.stopSocket()
      await until(() => service.http.requests.length > 2, 'the first knows that it is down')
      const second = collect(connection, { ...often, timeoutMs: 5000 })
      await until(() => second.seen.length === 1)
      service.set('success')
      expect(await second.end).deep.equal(['waiting', 'success'])
      await service.restartSocket()
      expect(await first.end).deep.equal(['waiting', 'success'])
    })

    it('behavior: subscribes once per connection, after it is ready', async () => {
      service.set('waiting')
      service.set('waiting', {}, otherId)
      const connection = service.connection()
      const first = collect(connection, rarely)
      await subscribed()
      service.socket.readyDelayMs = 100
      service.socket.drop()
      await until(() => service.socket.total === 2 && service.socket.open === 1)
      await sleep(20)
      const second = collect(connection, { ...rarely, requestId: otherId })
      await subscribed(otherId)
      service.move('success')
      service.move('success', {}, otherId)
      await Promise.all([first.end, second.end])
      const ids = service.socket.messages
        .filter(({ type }) => type === 'subscribe')
        .map((sent) => sent.filters!.id)
      expect(ids).deep.equal([requestId, requestId, otherId])
    })

    it('behavior: a second watch after the first opens anew', async () => {
      const connection = service.connection()
      for (const round of [1, 2]) {
        service.set('waiting')
        const { end } = collect(connection, rarely)
        await until(() => service.socket.subscribers(requestId) === 1)
        service.move('success')
        expect(await end).deep.equal(['waiting', 'success'])
        expect(service.socket.total).equal(round)
        await until(() => service.socket.open === 0)
        service.http.requests.length = 0
      }
    })

    it('error: the transport websocket without a URL', async () => {
      const error = await thrown(() => watchRequest(service.polling(), { requestId, transport: 'websocket' }))
      expect(error).include({ name: 'ClientOptionError', option: 'wsUrl' })
    })
  })

  describe('the same sequence', () => {
    const longer = ['waiting', 'pending', 'submitted', 'pending', 'submitted', 'success']
    const ways: Record<string, (status: string) => unknown> = {
      polling: (status) => service.set(status),
      websocket: (status) => service.move(status),
      'a websocket that drops before each change': (status) => {
        service.socket.drop()
        service.move(status)
      },
      'a websocket that drops after each change': (status) => {
        service.move(status)
        service.socket.drop()
      },
    }
    for (const [name, move] of Object.entries(ways)) {
      it(`behavior: ${name}`, async () => {
        const connection = name === 'polling' ? service.polling() : service.connection()
        service.set('waiting')
        const { seen, end } = collect(connection, often)
        await until(() => seen.length === 1)
        for (const [index, status] of longer.slice(1).entries()) {
          move(status)
          await until(() => seen.length === index + 2)
        }
        expect(await end).deep.equal(longer)
      })
    }
  })

  describe('failure', () => {
    const grace = { ...often, failureGraceMs: 60 }

    for (const way of ['polling', 'websocket'] as const) {
      const start = async (parameters: object) => {
        service.set('pending')
        const watch = collect(way === 'polling' ? service.polling() : service.connection(), {
          ...grace,
          ...parameters,
        })
        if (way === 'websocket') await subscribed()
        await until(() => watch.seen.length === 1)
        return watch
      }

      it(`behavior: a refund within the grace, by ${way}`, async () => {
        const { seen, end } = await start({ failureGraceMs: 5000 })
        service.move('failure', { failReason: 'UNKNOWN' })
        await until(() => seen.length === 2)
        service.move('pending')
        await until(() => seen.length === 3)
        // The grace is over for good: the request is on its way again.
        service.move('refund')
        expect(await end).deep.equal(['pending', 'failure', 'pending', 'refund'])
      })

      it(`behavior: no refund within the grace, by ${way}`, async () => {
        const { end } = await start({})
        service.move('failure')
        expect(await end).deep.equal(['pending', 'failure'])
      })

      it(`behavior: the grace does not end a request that moved on, by ${way}`, async () => {
        const { seen, end } = await start({ failureGraceMs: 100 })
        service.move('failure')
        await until(() => seen.length === 2)
        service.move('pending')
        await until(() => seen.length === 3)
        await sleep(200)
        service.move('success')
        expect(await end).deep.equal(['pending', 'failure', 'pending', 'success'])
      })
    }

    it('behavior: it is looked at within the grace although the interval is longer', async () => {
      service.set('failure')
      const { seen, end } = collect(service.polling(), { ...rarely, failureGraceMs: 600 })
      await until(() => seen.length === 1)
      service.set('refund')
      expect(await end).deep.equal(['failure', 'refund'])
    })

    it('behavior: no grace', async () => {
      service.set('failure')
      expect(await collect(service.polling(), { ...rarely, failureGraceMs: 0 }).end).deep.equal(['failure'])
    })
  })

  describe('the end', () => {
    it('error: the deadline', async () => {
      service.set('delayed')
      const { seen, end } = collect(service.polling(), { ...often, timeoutMs: 80 })
      const error = await thrown(() => end)
      expect(error).include({
        name: 'RequestTimeoutError',
        kind: 'timeout',
        requestId,
        timeoutMs: 80,
        lastStatus: 'delayed',
      })
      expect(error.shortMessage).equal(
        `GET /intents/status/v3: request ${requestId} was not over within 80 ms, last seen: delayed.`,
      )
      expect(seen).deep.equal(['delayed'])
      await noMoreRequests()
    })

    it('error: the deadline, with nothing seen', async () => {
      service.http.respondWith(answer(500, {}))
      const error = await thrown(() => collect(service.polling(), { ...often, timeoutMs: 80 }).end)
      expect(error).include({ name: 'RequestTimeoutError', lastStatus: null })
    })

    it('error: the deadline, while the service does not answer', async () => {
      service.http.respondWith(() => {})
      const error = await thrown(() => collect(service.polling(), { ...often, timeoutMs: 80 }).end)
      expect(error).include({ name: 'RequestTimeoutError', lastStatus: null })
    })

    for (const way of ['polling', 'connection'] as const) {
      it(`error: the signal, by ${way}`, async () => {
        service.set('pending')
        const controller = new AbortController()
        const { seen, end } = collect(service[way](), { ...rarely, signal: controller.signal })
        await until(() => seen.length === 1)
        controller.abort()
        expect(await thrown(() => end)).include({ name: 'ServiceAbortedError', kind: 'aborted' })
        await noMoreRequests()
        await until(() => service.socket.open === 0)
      })

      it(`behavior: return ends a waiting next at once, by ${way}`, async () => {
        service.set('pending')
        const watch = watchRequest(service[way](), rarely)
        expect(await watch.next()).deep.include({ done: false })
        if (way === 'connection') await subscribed()
        const waiting = [watch.next(), watch.next()]
        expect(await watch.return!()).deep.equal({ done: true, value: undefined })
        const over = { done: true, value: undefined }
        expect(await Promise.all(waiting)).deep.equal([over, over])
        expect(await watch.next()).deep.equal(over)
        await until(() => service.socket.open === 0)
        await noMoreRequests()
      })
    }

    it('error: a signal that was aborted before', async () => {
      const connection = service.connection()
      const { end } = collect(connection, { requestId, signal: AbortSignal.abort() })
      expect(await thrown(() => end)).include({ name: 'ServiceAbortedError' })
      expect(service.http.requests).deep.equal([])
      expect(service.socket.paths).deep.equal([])
    })

    it('behavior: throw ends it', async () => {
      service.set('pending')
      const watch = watchRequest(service.connection(), rarely)
      await watch.next()
      const own = new Error('own')
      expect(await thrown(() => watch.throw!(own))).equal(own)
      expect(await watch.next()).deep.equal({ done: true, value: undefined })
      await until(() => service.socket.open === 0)
    })

    it('behavior: an error in the loop ends it', async () => {
      service.set('pending')
      const own = new Error('own')
      const error = await thrown(async () => {
        for await (const _ of watchRequest(service.connection(), often)) throw own
      })
      expect(error).equal(own)
      await until(() => service.socket.open === 0)
      await noMoreRequests()
    })

    it('behavior: return before the first next sends nothing', async () => {
      const watch = watchRequest(service.connection(), often)
      await watch.return!()
      expect(await watch.next()).deep.equal({ done: true, value: undefined })
      expect(service.http.requests).deep.equal([])
    })

    it('behavior: return right after the first next opens nothing', async () => {
      service.set('pending')
      const watch = watchRequest(service.connection(), often)
      const first = watch.next()
      await watch.return!()
      expect(await first).deep.equal({ done: true, value: undefined })
      await sleep(100)
      expect(service.socket.paths).deep.equal([])
      expect(service.http.requests).deep.equal([])
    })

    it('behavior: nothing is yielded after return', async () => {
      service.set('waiting')
      const watch = watchRequest(service.connection(), rarely)
      await watch.next()
      await subscribed()
      for (const status of path.slice(1)) service.move(status)
      await until(() => service.socket.open === 0)
      await watch.return!()
      expect(await watch.next()).deep.equal({ done: true, value: undefined })
    })

    it('error: the signal comes before what a slow reader has not read', async () => {
      service.set('waiting')
      const controller = new AbortController()
      const watch = watchRequest(service.connection(), { ...rarely, signal: controller.signal })
      await watch.next()
      await subscribed()
      service.move('pending')
      await sleep(50)
      controller.abort()
      expect(await thrown(() => watch.next())).include({ name: 'ServiceAbortedError' })
    })

    it('behavior: a slow reader gets every change, then the error', async () => {
      service.set('waiting')
      const watch = watchRequest(service.connection(), { ...rarely, timeoutMs: 400 })
      await watch.next()
      await subscribed()
      service.move('pending')
      service.move('submitted')
      await sleep(500)
      expect((await watch.next()).value.status).equal('pending')
      expect((await watch.next()).value.status).equal('submitted')
      expect(await thrown(() => watch.next())).include({
        name: 'RequestTimeoutError',
        lastStatus: 'submitted',
      })
      expect(await watch.next()).deep.equal({ done: true, value: undefined })
    })

    it('behavior: a slow reader gets every change after the request is over', async () => {
      service.set('waiting')
      const watch = watchRequest(service.connection(), rarely)
      await watch.next()
      await subscribed()
      for (const status of path.slice(1)) service.move(status)
      await until(() => service.socket.open === 0)
      const seen = []
      for await (const { status } of watch) seen.push(status)
      expect(seen).deep.equal(path.slice(1))
    })
  })

  describe('parameters', () => {
    const malformed: Record<string, unknown[]> = {
      requestId: [undefined, '', '0x12', `0x${'g'.repeat(64)}`, 1],
      timeoutMs: [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '1'],
      pollingIntervalMs: [0, -1, Number.NaN, 2 ** 31],
      failureGraceMs: [-1, Number.NaN, 2 ** 31],
      notFoundGraceMs: [-1, Number.NaN, 2 ** 31],
      transport: ['http', null],
    }
    for (const [path, values] of Object.entries(malformed)) {
      it(`error: ${path}`, async () => {
        for (const value of values) {
          const error = await thrown(() => watchRequest(service.polling(), { requestId, [path]: value }))
          expect(error).include({ name: 'InvalidRequestError', path })
          expect(error.value).deep.equal(value)
        }
        expect(service.http.requests).deep.equal([])
      })
    }
  })

  describe('process', () => {
    let folder: string
    let script: string
    // As one file it starts several times faster than as the sources, of which there are hundreds.
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'fillproof-watch-'))
      script = join(folder, 'watchAndBreak.mjs')
      await build({
        entryPoints: [fileURLToPath(new URL('watchAndBreak.ts', import.meta.url))],
        outfile: script,
        bundle: true,
        platform: 'node',
        format: 'esm',
        banner: {
          js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
        },
        logLevel: 'silent',
      })
    })
    after(() => rm(folder, { recursive: true, force: true }))
    const runs: Record<string, string[]> = { 'its own websocket': [] }
    if (process.allowedNodeEnvironmentFlags.has('--experimental-websocket')) {
      runs['the websocket of the package'] = ['--no-experimental-websocket']
    }
    for (const [name, flags] of Object.entries(runs)) {
      for (const fault of ['none', 'refused', 'silent'] as const) {
        // Without a way to cut its connection, a server that answers no closing keeps it.
        if (fault === 'silent' && flags.length === 0) continue
        it(`behavior: ends by itself after a break, with ${name}, fault: ${fault}`, async () => {
          service.set('pending')
          if (fault === 'refused') service.socket.refuseWith = 500
          const child = fork(script, [service.http.url, service.socket.url, requestId], {
            execArgv: flags,
          })
          const messages: unknown[] = []
          child.on('message', (message) => messages.push(message))
          const exit = new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)))
          const tooLong = setTimeout(() => child.kill(), 20_000)
          await until(() => messages.length === 1, 'the child sees the status')
          if (fault === 'refused') await until(() => service.socket.paths.length > 1, 'the child tries again')
          else await until(() => service.socket.subscribers(requestId) === 1, 'the child subscribes')
          if (fault === 'silent') service.socket.fallSilent()
          child.send('break')
          const status = await exit
          clearTimeout(tooLong)
          // The package's own timer for the closing goes with the connection.
          expect(status).equal(fault === 'silent' ? 3 : 0)
        })
      }
    }

    it('behavior: a bundle for browsers has nothing of Node', async () => {
      const result = await build({
        entryPoints: ['src/client/follow/watchRequest.ts'],
        bundle: true,
        platform: 'browser',
        format: 'esm',
        metafile: true,
        write: false,
        logLevel: 'silent',
      })
      const inputs = Object.entries(result.metafile.inputs)
      const external = inputs.flatMap(([, { imports }]) => imports).filter((found) => found.external)
      expect(external).deep.equal([])
      expect(inputs.map(([path]) => path).filter((path) => /node_modules\/ws\//.test(path))).deep.equal([])
      expect(inputs.some(([path]) => path.includes('isows/_esm/native.js'))).equal(true)
      expect(result.outputFiles[0]!.text).not.match(/["']node:/)
    })
  })

  async function noMoreRequests() {
    await sleep(20)
    const { length } = service.http.requests
    await sleep(60)
    expect(service.http.requests).have.length(length)
  }
})
