import { expect } from 'chai'
import { watchRequest } from '../../../src/client/follow/watchRequest.js'
import { thrown } from '../../support/errors.js'
import { answer, inTurn, type Respond } from '../../support/httpServer.js'
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

    it('behavior: yields whole records; a new request has only its status', async () => {
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

    it('behavior: retries passing faults', async () => {
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

    const silent: Record<string, Respond> = {
      'a page that refuses': answer(403, '<html>Sign in</html>'),
      'a page in place of JSON': answer(200, '<html>Sign in</html>'),
      'a redirect': answer(302, '', { location: 'https://portal.example' }),
      'a key that is not known just now': answer(401, { message: 'Unauthorized' }),
      'a firewall in between': answer(403, { message: 'Forbidden' }),
      'the status of another request': answer(200, { status: 'success', requestId: otherId }),
      'an empty object': answer(200, {}),
      'a status of another form': answer(200, { status: 7 }),
      nothing: answer(200, ''),
    }
    for (const [name, respond] of Object.entries(silent)) {
      it(`behavior: ${name} decides nothing about the request`, async () => {
        service.http.respondWith(
          inTurn(answer(200, { status: 'pending' }), respond, answer(200, { status: 'success' })),
        )
        const { end } = collect(service.polling(), { ...often, notFoundGraceMs: 0 })
        expect(await end).deep.equal(['pending', 'success'])
        service.http.respondWith(respond)
        const error = await thrown(() => collect(service.polling(), { ...often, timeoutMs: 80 }).end)
        expect(error.name).equal('RequestTimeoutError')
        expect(error.cause, 'why').instanceOf(Error)
      })
    }

    it('behavior: a fractional time, and another word for a refund', async () => {
      service.http.respondWith(
        inTurn(
          answer(200, { status: 'pending', updatedAt: '2026-01-01T00:00:00Z' }),
          answer(200, { status: 'submitted', updatedAt: 1.5 }),
          answer(200, { status: 'refunded', updatedAt: 'soon' }),
        ),
      )
      expect(await collect(service.polling(), often).end).deep.equal(['pending', 'submitted', 'refund'])
    })

    it('behavior: success without hashes is the end', async () => {
      service.http.respondWith(answer(200, { status: 'success' }))
      expect(await collect(service.polling(), often).end).deep.equal(['success'])
    })

    for (const status of [409, 422]) {
      it(`error: HTTP ${status} ends it`, async () => {
        service.http.respondWith(answer(status, { message: 'no' }))
        const error = await thrown(() => collect(service.polling(), often).end)
        expect(error).include({ name: 'ServiceHttpError', status })
        expect(service.http.requests).have.length(1)
      })
    }

    for (const status of [400, 404]) {
      it(`error: HTTP ${status} for longer than a new request stays unknown`, async () => {
        service.http.respondWith(answer(status, { message: 'unknown' }))
        const error = await thrown(() => collect(service.polling(), { ...often, notFoundGraceMs: 60 }).end)
        expect(error).include({ name: 'ServiceHttpError', status })
        expect(service.http.requests.length).above(1)
      })
    }

    it('behavior: each answer restarts the time for which a request may be unknown', async () => {
      let asked = 0
      service.http.respondWith((request, response) => {
        asked++
        const record = { status: asked > 40 ? 'success' : 'waiting' }
        return (asked % 2 ? answer(404, {}) : answer(200, record))(request, response)
      })
      const parameters = { ...often, pollingIntervalMs: 10, notFoundGraceMs: 300 }
      expect(await collect(service.polling(), parameters).end).deep.equal(['waiting', 'success'])
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
        if (way === 'websocket') await subscribed(service)
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

      it(`behavior: the grace does not end a request that changed again, by ${way}`, async () => {
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

    it('behavior: polls within the grace although the interval is longer', async () => {
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
})
