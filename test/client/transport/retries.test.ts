import { expect } from 'chai'
import { readRetryAfter } from '../../../src/client/transport/readRetryAfter.js'
import { thrown } from '../../support/errors.js'
import { answer, drop, hang, inTurn, setUpHttpServer, stall } from '../../support/httpServer.js'
import { connect } from './connect.js'
import { recordWaits } from './recordWaits.js'

describe('retries', () => {
  const server = setUpHttpServer()

  const good = answer(200, { ok: true })
  const passing = {
    'status 500': answer(500, '<html><body>Oops</body></html>'),
    'status 502': answer(502, ''),
    'status 503': answer(503, { message: 'busy', errorCode: 'BUSY' }),
    'status 599': answer(599, ''),
    'status 408': answer(408, ''),
    'a dropped connection': drop(),
    'a cut body': drop('HTTP/1.1 200 OK\r\ncontent-length: 99', '{"ok":true}'),
    'no answer': hang,
    'no body': stall(),
    'half a body': stall('{"ok":'),
  }

  for (const [name, respond] of Object.entries(passing)) {
    it(`behavior: ${name} is retried if that is safe`, async () => {
      const { get, post, send } = connect(server.url, { timeoutMs: 150 })
      server.respondWith(inTurn(respond, good))
      expect(await get()).deep.equal({ ok: true })
      expect(server.requests).length(2)

      server.respondWith(inTurn(respond, good))
      expect(await send({ method: 'POST', repeatable: true, body: { a: 1 } })).deep.equal({ ok: true })
      expect(server.requests.map(({ text }) => text)).deep.equal(['{"a":1}', '{"a":1}'])

      for (const call of [post, () => send({ repeatable: false })]) {
        server.respondWith(inTurn(respond, good))
        await thrown(call)
        expect(server.requests).length(1)
      }
    })
  }

  it('behavior: 429 is always retried, because nothing was done', async () => {
    const { get, post } = connect(server.url)
    for (const call of [get, post]) {
      server.respondWith(inTurn(answer(429, { message: 'slow' }), answer(429, ''), answer(429, ''), good))
      expect(await call()).deep.equal({ ok: true })
      expect(server.requests).length(4)
    }
  })

  it('error: no other status is retried', async () => {
    const { get } = connect(server.url)
    for (const status of [300, 304, 400, 401, 403, 404, 409, 413, 422, 425, 451, 499]) {
      server.respondWith(inTurn(answer(status, ''), good))
      expect(await thrown(get)).include({ name: 'ServiceHttpError', status })
      expect(server.requests).length(1)
    }
  })

  it('error: the limit', async () => {
    for (const limit of [0, 1, 2]) {
      for (const [respond, name] of [
        [answer(500, ''), 'ServiceHttpError'],
        [answer(429, ''), 'ServiceRateLimitError'],
        [drop(), 'ServiceNetworkError'],
      ] as const) {
        server.respondWith(respond)
        const error = await thrown(() => connect(server.url, { retry: { limit, delayMs: 1 } }).get())
        expect(error).property('name', name)
        expect(server.requests).length(limit + 1)
      }
    }
  })

  it('behavior: three retries by default', async () => {
    server.respondWith(answer(500, ''))
    await thrown(() => connect(server.url).get())
    expect(server.requests).length(4)
  })

  it('error: timeouts', async () => {
    for (const respond of [hang, stall(), stall('{"ok":')]) {
      server.respondWith(respond)
      const { get } = connect(server.url, { timeoutMs: 50, retry: { limit: 0 } })
      expect(await thrown(get)).include({ name: 'ServiceTimeoutError', kind: 'timeout', timeoutMs: 50 })
      expect(await thrown(() => get({ timeoutMs: 20 }))).include({ timeoutMs: 20 })
      expect(server.requests).length(2)
    }
  })

  it('error: a timeout ends a fetch that ignores the signal', async () => {
    const fetch = () => new Promise<never>(() => undefined)
    const { get } = connect(server.url, { fetch, timeoutMs: 20, retry: { limit: 1, delayMs: 1 } })
    expect(await thrown(get)).include({ name: 'ServiceTimeoutError' })
  })

  it('behavior: cancels the late body of a fetch that ignores the signal', async () => {
    let reason: unknown
    const body = new ReadableStream({
      cancel(given) {
        reason = { given }
      },
    })
    const fetch = () => new Promise<Response>((resolve) => setTimeout(() => resolve(new Response(body)), 60))
    await thrown(() => connect(server.url, { fetch, timeoutMs: 20, retry: { limit: 0 } }).get())
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(reason).deep.equal({ given: undefined })
  })

  it('behavior: waits for Retry-After', async () => {
    const respondOnce = (status: number, header: string) => {
      const answers = [new Response('', { status, headers: { 'retry-after': header } }), new Response('{}')]
      return async () => answers.shift()!
    }
    const waitsFor = (status: number, header: string, retry: object) =>
      recordWaits(connect('http://service.example', { fetch: respondOnce(status, header), retry }).get)
    for (const status of [429, 503]) {
      expect(await waitsFor(status, '7', { delayMs: 100 })).deep.equal([7000])
      expect(await waitsFor(status, '7', { maxDelayMs: 7000 })).deep.equal([7000])
      expect(await waitsFor(status, '0', { delayMs: 100 }), 'backoff is the least').deep.equal([50])
      const [wait] = await waitsFor(status, new Date(Date.now() + 9000).toUTCString(), {})
      expect(wait).within(5000, 9000)
    }
  })

  it('behavior: Retry-After counts for one wait', async () => {
    const answers = [
      async () => new Response('', { status: 503, headers: { 'retry-after': '7' } }),
      () => Promise.reject(new TypeError('fetch failed')),
      async () => new Response('{}'),
    ]
    const { get } = connect('http://service.example', {
      fetch: () => answers.shift()!(),
      retry: { delayMs: 100 },
    })
    expect(await recordWaits(get)).deep.equal([7000, 100])
  })

  it('error: a Retry-After longer than the longest wait', async () => {
    const { get } = connect(server.url, { retry: { delayMs: 1, maxDelayMs: 2000 } })
    for (const [header, least, most] of [
      ['3', 3000, 3000],
      ['2.5', 2500, 2500],
      ['999999999999', 999999999999000, 999999999999000],
      ['9'.repeat(400), Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
      [new Date(Date.now() + 3_600_000).toUTCString(), 3_500_000, 3_600_000],
    ] as const) {
      server.respondWith(inTurn(answer(429, { message: 'slow' }, { 'retry-after': header }), good))
      const error = await thrown(get)
      expect(error).include({ name: 'ServiceRateLimitError', kind: 'rateLimited', status: 429 })
      expect(error.retryAfterMs).within(least, most)
      expect(server.requests).length(1)
    }
    server.respondWith(inTurn(answer(503, '', { 'retry-after': '3' }), good))
    expect(await thrown(get)).include({ name: 'ServiceHttpError', status: 503 })
    expect(server.requests).length(1)
  })

  it("behavior: ignores an invalid Retry-After and other services' headers", async () => {
    const ignored: Record<string, string>[] = [
      { 'retry-after': '-5' },
      { 'retry-after': 'soon' },
      { 'retry-after': 'NaN' },
      { 'retry-after': '' },
      { 'retry-after': '0' },
      { 'retry-after': new Date(Date.now() - 60_000).toUTCString() },
      { 'ratelimit-reset': '3600' },
      { 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 3600) },
      { 'x-rate-limit-reset': '3600' },
      { 'x-ratelimit-retry-after': '3600' },
    ]
    for (const headers of ignored) {
      server.respondWith(inTurn(answer(429, '', headers), good))
      expect(await connect(server.url).get()).deep.equal({ ok: true })
    }
  })

  it('error: the caller learns when to try again', async () => {
    server.respondWith(answer(429, { message: 'slow down' }, { 'retry-after': '61.5' }))
    const error = await thrown(() => connect(server.url, { retry: { limit: 0 } }).get())
    expect(error).include({ retryAfterMs: 61500, serviceMessage: 'slow down' })
    expect(error.message).equal(
      [
        'GET /thing: the service answered 429: slow down.',
        'Too many requests for this key: try again in 62 s.',
        'Docs: node_modules/fillproof/docs/errors.md#serviceratelimiterror',
      ].join('\n'),
    )
    server.respondWith(answer(429, ''))
    const other = await thrown(() => connect(server.url, { retry: { limit: 0 } }).get())
    expect(other).property('retryAfterMs', undefined)
    expect(other.message).include('try again later.')
  })

  it('behavior: the waits double, with jitter, up to the longest', async () => {
    const fetch = async () => new Response('', { status: 500 })
    const retry = { limit: 6, delayMs: 1000, maxDelayMs: 6000 }
    const { get } = connect('http://service.example', { fetch, retry })
    expect(await recordWaits(() => thrown(get))).deep.equal([500, 1000, 2000, 3000, 3000, 3000])
  })

  it('behavior: a status counts even if its body breaks', async () => {
    server.respondWith(inTurn(drop('HTTP/1.1 429 Slow\r\ncontent-length: 99', '{"message"'), good))
    expect(await connect(server.url).post()).deep.equal({ ok: true })
    server.respondWith(drop('HTTP/1.1 400 Bad\r\ncontent-length: 99', '{"message"'))
    expect(await thrown(connect(server.url).get)).include({ name: 'ServiceHttpError', status: 400 })
  })
})

describe('readRetryAfter', () => {
  const nowMs = Date.UTC(2026, 0, 1)
  const values: [string | null, number | undefined][] = [
    [null, undefined],
    ['', undefined],
    ['0', 0],
    ['1', 1000],
    [' 120 ', 120_000],
    ['0.5', 500],
    ['-1', undefined],
    ['+1', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['1,2', undefined],
    ['Infinity', undefined],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Thursday, 01-Jan-26 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 23:59:30 GMT', 0],
    ['Thu, 99 Jan 2026 00:00:30 GMT', undefined],
    ['2026-01-01T00:00:30Z', undefined],
    ['tomorrow', undefined],
  ]
  for (const [header, expected] of values) {
    it(`default: ${header}`, () => expect(readRetryAfter(header, nowMs)).equal(expected))
  }
})
