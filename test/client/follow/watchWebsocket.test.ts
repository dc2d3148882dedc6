import { expect } from 'chai'
import { createConnection } from '../../../src/client/createConnection.js'
import { watchRequest } from '../../../src/client/follow/watchRequest.js'
import { thrown } from '../../support/errors.js'
import { eventText, statusUpdated } from '../../support/websocketServer.js'
import {
  collect,
  often,
  otherId,
  path,
  rarely,
  requestId,
  setUpService,
  sleep,
  subscribed,
  until,
} from './helpers.js'

describe('watchRequest', () => {
  const service = setUpService()

  describe('websocket', () => {
    it('default', async () => {
      service.set('waiting')
      const { seen, end } = collect(service.connection(), rarely)
      await subscribed(service)
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

    it('behavior: polls until the websocket is ready and the subscription confirmed', async () => {
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
      it(`behavior: polls if the websocket is refused with ${status}`, async () => {
        service.socket.refuseWith = status
        service.set('waiting')
        const { seen, end } = collect(service.connection(), often)
        await until(() => service.socket.paths.length > 2, 'tried again')
        service.set('success')
        expect(await end).deep.equal(['waiting', 'success'])
        expect(seen).have.length(2)
      })

      it(`behavior: retries after waits if the websocket is refused with ${status}`, async () => {
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

    it('behavior: polls if nothing listens at the URL', async () => {
      await service.stopSocket()
      service.set('waiting')
      const { seen, end } = collect(service.connection(), often)
      for (const [index, status] of path.entries()) {
        service.set(status)
        await until(() => seen.length > index)
      }
      expect(await end).deep.equal(path)
    })

    it('behavior: a dropped connection or a restart loses and repeats no status', async () => {
      service.set('waiting')
      const { seen, end } = collect(service.connection(), often)
      await subscribed(service)
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

    it('behavior: a change during an outage is seen after reconnecting', async () => {
      service.set('waiting')
      const { seen, end } = collect(service.connection(), rarely)
      await subscribed(service)
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
      await subscribed(service)
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
      await subscribed(service)
      for (const index of [0, 1, 1, 0, 2, 1, 2, 0, 3, 2]) service.socket.publish(events[index]!)
      expect(await end).deep.equal(path)
    })

    it('behavior: an event in the wrapped form', async () => {
      service.set('waiting')
      const { end } = collect(service.connection(), rarely)
      await subscribed(service)
      const data = { requestId, status: 'refund', updatedAt: 1_770_000_000_000 }
      service.socket.send(JSON.stringify({ data: { event: statusUpdated, data } }))
      expect(await end).deep.equal(['waiting', 'refund'])
    })

    it('behavior: the key is in the URL and in no message', async () => {
      service.set('waiting')
      const apiKey = 'key-of-the-test'
      const connection = createConnection({
        profile: 'mock',
        baseUrl: service.http.url,
        wsUrl: service.socket.url,
        apiKey,
      })
      const { end } = collect(connection, { ...rarely, timeoutMs: 300 })
      await subscribed(service)
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

    it('behavior: two watches of one request subscribe once and end independently', async () => {
      service.set('waiting')
      const connection = service.connection()
      const first = watchRequest(connection, rarely)
      await first.next()
      await subscribed(service)
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
      await subscribed(service)
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
      await subscribed(service)
      service.socket.readyDelayMs = 100
      service.socket.drop()
      await until(() => service.socket.total === 2 && service.socket.open === 1)
      await sleep(20)
      const second = collect(connection, { ...rarely, requestId: otherId })
      await subscribed(service, otherId)
      service.move('success')
      service.move('success', {}, otherId)
      await Promise.all([first.end, second.end])
      const ids = service.socket.messages
        .filter(({ type }) => type === 'subscribe')
        .map((sent) => sent.filters!.id)
      expect(ids).deep.equal([requestId, requestId, otherId])
    })

    it('behavior: a second watch after the end of the first opens a new connection', async () => {
      const connection = service.connection()
      for (const round of [1, 2]) {
        service.set('waiting')
        const { seen, end } = collect(connection, rarely)
        await until(() => service.socket.subscribers(requestId) === 1 && seen.length === 1)
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
})
