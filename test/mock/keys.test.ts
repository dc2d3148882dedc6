import { expect } from 'chai'
import { startMockService } from '../../src/mock/index.js'
import { call, getQuote, pay, quoteBody, request, setUpMocks, waitFor } from './helpers.js'

describe('API keys of the mock', () => {
  const start = setUpMocks()

  it('default: one key, fixed by the seed or without one, and different from all others', async () => {
    const mocks = await Promise.all([start({ seed: 'keys' }), start({ seed: 'keys' }), start(), start()])
    const [first, second, third, fourth] = mocks.map(({ apiKey }) => apiKey)
    expect(first).to.match(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(second).to.equal(first)
    expect(third).not.to.equal(first)
    expect(fourth).to.equal(third)
    const created = mocks.map(({ control }) => control.keys.create())
    expect(new Set([first, third, ...created]).size).to.equal(5)
  })

  it('behavior: is required if the service requires one, and accepted in both headers', async () => {
    const mock = await start()
    const { apiKey } = mock
    for (const path of ['/requests/v3', '/metrics/usage', '/deposit-addresses/v1']) {
      const without = await call(mock, path)
      expect(without.status, path).to.equal(401)
      expect(without.body).to.have.all.keys('message')
      const expected = path === '/deposit-addresses/v1' ? 400 : 200
      expect((await call(mock, path, { apiKey })).status, path).to.equal(expected)
      const bearer = await call(mock, path, { headers: { authorization: `Bearer ${apiKey}` } })
      expect(bearer.status, path).to.equal(expected)
    }
    for (const path of ['/execute', '/fast-fill']) {
      expect((await call(mock, path, { body: {} })).status, path).to.equal(401)
      expect((await call(mock, path, { apiKey, body: {} })).status, path).to.equal(400)
    }
    expect((await call(mock, '/execute', { body: {} })).body).to.have.all.keys('error')
  })

  it('error: an unknown key, even if none is required', async () => {
    const mock = await start()
    const cases: [path: string, body?: unknown][] = [
      ['/chains'],
      ['/requests/v3'],
      ['/requests/v2'],
      ['/quote/v2', quoteBody(mock)],
    ]
    for (const [path, body] of cases) {
      const { status, body: answer } = await call(mock, path, { apiKey: 'unknown', body })
      expect(status, path).to.equal(401)
      expect(answer).to.deep.equal({ message: 'The API key is unknown.', errorCode: 'UNAUTHORIZED' })
    }
    expect((await request(mock, '/quote/v2', quoteBody(mock))).status).to.equal(200)
  })

  it('behavior: GET /metrics/usage counts calls by endpoint, status and error code', async () => {
    let now = Date.UTC(2026, 0, 15, 12, 30, 30)
    const mock = await start({ now: () => now })
    const { apiKey } = mock
    const other = mock.control.keys.create()
    await call(mock, '/quote/v2', { apiKey, body: quoteBody(mock) })
    await call(mock, '/quote/v2', { apiKey, body: quoteBody(mock, { amount: '0' }) })
    await call(mock, '/quote/v2', { apiKey, body: quoteBody(mock, { amount: '0' }) })
    await call(mock, `/requests/0x${'11'.repeat(32)}/signature`, { apiKey: other })
    await call(mock, '/chains')
    const usage = async (query: string, key = apiKey) =>
      (await call(mock, `/metrics/usage?${query}`, { apiKey: key })).body.metrics

    const timestamp = '2026-01-15T12:30:00.000Z'
    expect(await usage('granularity=minutely')).to.deep.equal([
      { apiKey, timestamp, endpoint: '/quote/v2', statusCode: 200, count: 1 },
      { apiKey, timestamp, endpoint: '/quote/v2', statusCode: 400, errorCode: 'AMOUNT_TOO_LOW', count: 2 },
    ])
    expect((await usage('granularity=hourly'))[0].timestamp).to.equal('2026-01-15T12:00:00.000Z')
    expect((await usage('granularity=daily'))[0].timestamp).to.equal('2026-01-15T00:00:00.000Z')
    expect((await usage(`apiKey=${other}`))[0]).to.include({
      endpoint: '/requests/:requestId/signature',
      errorCode: 'UNKNOWN_ERROR',
    })

    // Each width is forgotten in its time.
    const day = 24 * 60 * 60 * 1000
    now += day + 60_000
    expect(await usage('granularity=minutely')).to.deep.equal([])
    expect(await usage('granularity=hourly')).not.to.deep.equal([])
    const from = Math.floor(now / 1000) - 60
    expect(await usage(`granularity=hourly&startTimestamp=${from}`)).to.deep.equal([])
    now += 7 * day
    expect(
      (await usage('granularity=hourly')).filter(({ endpoint }: never) => endpoint === '/quote/v2'),
    ).to.deep.equal([])
    expect(await usage('granularity=daily')).not.to.deep.equal([])

    expect((await call(mock, '/metrics/usage?granularity=yearly', { apiKey })).status).to.equal(400)
    expect((await call(mock, '/metrics/usage?apiKey=foreign', { apiKey })).status).to.equal(403)
  })

  it('behavior: usage has the code of each error, in the public form only for status 400', async () => {
    for (const idForm of ['specification', 'public'] as const) {
      const mock = await start({ idForm })
      const { apiKey } = mock
      for (const path of [
        '/config/v2?originChainId=1&destinationChainId=2',
        '/deposit-addresses/v1?requestId=0x',
        `/deposit-addresses/v1?requestId=0x${'11'.repeat(32)}`,
      ])
        await call(mock, path, { apiKey })
      const { metrics } = (await call(mock, '/metrics/usage', { apiKey })).body
      const isPublic = idForm === 'public'
      expect(
        metrics.map(({ statusCode, errorCode }: { statusCode: number; errorCode?: string }) => [
          statusCode,
          errorCode,
        ]),
      ).to.deep.equal([
        [500, isPublic ? undefined : 'UNSUPPORTED_CHAIN'],
        [400, 'UNKNOWN_ERROR'],
        [404, isPublic ? undefined : 'UNKNOWN_ERROR'],
      ])
    }
  })

  it('behavior: rate limits of each key, with Retry-After', async () => {
    let now = Date.UTC(2026, 0, 1)
    const mock = await start({ now: () => now, rateLimits: { quotePerMinute: 2, othersPerMinute: 3 } })
    const { apiKey } = mock
    const quote = (key?: string) => call(mock, '/quote/v2', { apiKey: key, body: quoteBody(mock) })
    expect((await quote(apiKey)).status).to.equal(200)
    now += 20_000
    expect((await quote(apiKey)).status).to.equal(200)
    const refused = await quote(apiKey)
    expect(refused.status).to.equal(429)
    expect(refused.headers.get('retry-after')).to.equal('40')
    expect(refused.body).to.deep.equal({ message: 'Too many requests.' })
    // Others count apart, and so do those without a key and the other operations.
    expect((await quote(mock.control.keys.create())).status).to.equal(200)
    expect((await quote()).status).to.equal(200)
    for (const status of [200, 200, 200, 429]) {
      expect((await call(mock, '/chains', { apiKey })).status).to.equal(status)
    }
    now += 39_999
    expect((await quote(apiKey)).status).to.equal(429)
    now += 1
    expect((await quote(apiKey)).status).to.equal(200)
    for (let index = 0; index < 10; index++) {
      expect((await call(mock, '/_control/faults')).status).to.equal(200)
    }
  })

  it('behavior: the request listings count separately: v3 alone, v1 and v2 together', async () => {
    const mock = await start({
      rateLimits: { quotePerMinute: 1, requestsPerMinute: 2, requestsV2PerMinute: 3, othersPerMinute: 4 },
    })
    const { apiKey } = mock
    const passed: Record<string, number> = {}
    for (let round = 0; round < 5; round++) {
      for (const path of ['/requests/v3', '/requests/v2', '/requests', '/requests/v3?limit=1', '/chains']) {
        const { status } = await call(mock, path, { apiKey })
        passed[path] = (passed[path] ?? 0) + Number(status !== 429)
      }
    }
    expect(passed).to.deep.equal({
      '/requests/v3': 1,
      '/requests/v3?limit=1': 1,
      '/requests/v2': 2,
      '/requests': 1,
      '/chains': 4,
    })
  })

  it('behavior: a sponsor pays when the request is filled, and not before', async () => {
    const mock = await start()
    const { apiKey, control } = mock
    const balance = () => control.keys.sponsor(apiKey)!.balance
    const before = balance()
    expect(before > 0n).to.equal(true)
    const { status, body: quote } = await call(mock, '/quote/v2', {
      apiKey,
      body: quoteBody(mock, { subsidizeFees: true }),
    })
    expect(status, JSON.stringify(quote)).to.equal(200)
    expect(balance()).to.equal(before)
    await pay(mock, quote)
    await waitFor(mock, quote.steps[0].requestId, 'success')
    const sponsored = BigInt(Math.round(Number(quote.feeSponsorship.quoted.sponsoredTotal.amountUsd) * 1e6))
    expect(sponsored > 0n).to.equal(true)
    expect(balance()).to.equal(before - sponsored)

    const plain = await getQuote(mock)
    await pay(mock, plain)
    await waitFor(mock, plain.steps[0]!.requestId, 'success')
    expect(balance()).to.equal(before - sponsored)
  })

  it('error: invalid rate limits and timeouts', async () => {
    for (const options of [
      { rateLimits: { quotePerMinute: 0 } },
      { rateLimits: { othersPerMinute: 1.5 } },
      { httpLimits: { maxConnections: 0 } },
    ]) {
      const error = await startMockService(options).then(
        (mock) => mock.close(),
        (caught: Error) => caught,
      )
      expect(error).to.include({ name: 'MockOptionError' })
    }
  })
})
