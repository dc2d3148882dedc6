import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import * as z from 'zod'
import { createConnection } from '../../../src/client/createConnection.js'
import { readConnectionOptions } from '../../../src/client/transport/readConnectionOptions.js'
import { countBuckets, takeTurn } from '../../../src/client/transport/takeTurn.js'
import { mockProfile } from '../../../src/service/profile/mockProfile.js'
import { relayProfile } from '../../../src/service/profile/relayProfile.js'
import { thrown } from '../../support/errors.js'
import { answer, type HttpServer, inTurn, startHttpServer } from '../../support/httpServer.js'
import { connect } from './connect.js'

const { signal } = new AbortController()

describe('takeTurn', () => {
  it('default', async () => {
    const turn = (most: number) => takeTurn({ name: 'default', most, windowMs: 200, signal })
    const start = Date.now()
    await Promise.all([turn(3), turn(3), turn(3)])
    await turn(3)
    expect(Date.now() - start).least(195)
  })

  it('behavior: the limit holds in every window, wherever it begins', async () => {
    const turn = () => takeTurn({ name: 'sliding', most: 2, windowMs: 300, signal })
    await turn()
    await new Promise((resolve) => setTimeout(resolve, 200))
    await turn()
    const second = Date.now()
    await Promise.all([turn(), turn()])
    expect(Date.now() - second).least(290)
  })

  it('behavior: turns come in order, separately for each name', async () => {
    const done: string[] = []
    const turn = (name: string) =>
      takeTurn({ name, most: 1, windowMs: 100, signal }).then(() => done.push(name))
    await Promise.all([turn('a'), turn('a').then(() => done.push('second')), turn('b')])
    expect(done).deep.equal(['a', 'b', 'a', 'second'])
  })

  it('error: an aborted turn does not count', async () => {
    const turn = (signal: AbortSignal) => takeTurn({ name: 'aborted', most: 1, windowMs: 250, signal })
    await turn(signal)
    const controllers = Array.from({ length: 5 }, () => new AbortController())
    const waiting = controllers.map((controller) => thrown(() => turn(controller.signal)))
    const last = turn(signal).then(() => Date.now())
    for (const controller of controllers) controller.abort(new Error('enough'))
    const stopped = Date.now()
    expect((await Promise.all(waiting)).map(({ message }) => message)).deep.equal(Array(5).fill('enough'))
    expect(Date.now() - stopped).below(200)
    expect((await last) - stopped, 'one window, not six').below(1000)
  })

  it('behavior: idle names are forgotten', async () => {
    const count = countBuckets()
    for (let i = 0; i < 20; i++) await takeTurn({ name: `idle ${i}`, most: 1, windowMs: 10, signal })
    await new Promise((resolve) => setTimeout(resolve, 30))
    await takeTurn({ name: 'after', most: 1, windowMs: 10, signal })
    expect(countBuckets()).most(count + 1)
  })
})

describe('rateLimit', () => {
  let server: HttpServer
  beforeEach(async () => {
    server = await startHttpServer()
    server.respondWith(answer(200, {}))
  })
  afterEach(() => server.close())

  /** Starts calls of which some wait for a minute, and says how many were sent until the rest was stopped. */
  async function sentOf(calls: ((options: { signal: AbortSignal }) => Promise<unknown>)[]): Promise<number> {
    const controller = new AbortController()
    let answered = 0
    const results = calls.map((call) =>
      call({ signal: controller.signal }).then(
        () => {
          answered++
          return 'ok'
        },
        ({ name }) => name,
      ),
    )
    let before: number
    do {
      before = answered
      await new Promise((resolve) => setTimeout(resolve, 150))
    } while (answered !== before || answered !== server.requests.length)
    controller.abort()
    const names = await Promise.all(results)
    expect(names.filter((name) => name !== 'ok' && name !== 'ServiceAbortedError')).deep.equal([])
    expect(server.requests).length(names.filter((name) => name === 'ok').length)
    return server.requests.length
  }

  const quote = (connected: ReturnType<typeof connect>) => (options: object) =>
    connected.send({ method: 'POST', path: '/quote/v2', body: {} }, options)

  it('default', () => {
    const rateLimitOf = (options: object, profile = relayProfile) =>
      readConnectionOptions(options, profile).rateLimit
    const published = {
      quotePerMinute: 50,
      requestsPerMinute: 200,
      requestsV2PerMinute: 100,
      othersPerMinute: 200,
    }
    expect(rateLimitOf({})).deep.equal(published)
    expect(rateLimitOf({ rateLimit: { quotePerMinute: 600 } })).deep.equal({
      ...published,
      quotePerMinute: 600,
    })
    expect(rateLimitOf({ rateLimit: false })).equal(false)
    expect(rateLimitOf({}, { ...relayProfile, baseUrl: 'https://api.testnets.relay.link' })).deep.equal(
      published,
    )
    for (const host of ['localhost:1', '127.0.0.1:1', '127.9.9.9', '[::1]:1']) {
      expect(rateLimitOf({}, { ...relayProfile, baseUrl: `http://${host}` }), host).equal(false)
    }
    expect(rateLimitOf({}, { ...mockProfile, baseUrl: 'http://mock.example' })).equal(false)
    expect(rateLimitOf({ rateLimit: {} }, { ...mockProfile, baseUrl: server.url })).deep.equal(published)
  })

  it('behavior: the public service gets no more than its published limits', async () => {
    const sent: Record<string, number> = {}
    const fetch = async (url: unknown) => {
      const { pathname } = new URL(String(url))
      sent[pathname] = (sent[pathname] ?? 0) + 1
      return new Response('{}')
    }
    const connection = createConnection({ fetch, apiKey: 'key-of-this-test' })
    const controller = new AbortController()
    const { request } = connection
    const send = (path: string) =>
      request({ method: 'GET', path, response: z.unknown() }, controller).catch(() => undefined)
    const quotes = Array.from({ length: 60 }, () => send('/quote'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(sent).deep.equal({ '/quote': 50 })
    const others = ['/requests/v3', '/requests', '/requests/v2', '/chains'].flatMap((path) =>
      Array.from({ length: 210 }, () => send(path)),
    )
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(sent).deep.equal({ '/quote': 50, '/requests/v3': 200, '/requests': 100, '/chains': 200 })
    controller.abort()
    await Promise.all([...quotes, ...others])
    expect(sent).deep.equal({ '/quote': 50, '/requests/v3': 200, '/requests': 100, '/chains': 200 })
  })

  it('behavior: quotes and other requests have their own limit', async () => {
    const connected = connect(server.url, { rateLimit: { quotePerMinute: 2, othersPerMinute: 3 } })
    const calls = [...Array(5).fill(quote(connected)), ...Array(5).fill(connected.get)]
    expect(await sentOf(calls)).equal(5)
    expect(server.requests.filter(({ path }) => path === '/quote/v2')).length(2)
  })

  it('behavior: every form of a quote request counts as a quote, a price does not', async () => {
    const connected = connect(server.url, { rateLimit: { quotePerMinute: 1, othersPerMinute: 9 } })
    const paths = ['/quote', '/quote/v2', '/quote?a=b', '/price', '/quotes', '/a/quote']
    expect(await sentOf(paths.map((path) => (options) => connected.send({ path }, options)))).equal(4)
  })

  it("behavior: the profile's quote path counts as a quote", async () => {
    const profile = { ...mockProfile, baseUrl: server.url, operations: { quote: { path: '/quote/v9' } } }
    const { request } = createConnection({ profile, rateLimit: { quotePerMinute: 1 } })
    const send = (options: object) =>
      request({ method: 'POST', path: '/quote/v9', body: {}, response: z.unknown() }, options)
    expect(await sentOf(Array(3).fill(send))).equal(1)
  })

  it('behavior: clients with one key and base URL count together', async () => {
    const rateLimit = { othersPerMinute: 3 }
    const clients = [
      connect(server.url, { apiKey: 'one-key', rateLimit }),
      connect(`${server.url}/`, { apiKey: 'one-key', rateLimit }),
      connect(server.url, { apiKey: 'other-key', rateLimit }),
    ]
    expect(await sentOf(clients.flatMap(({ get }) => Array(5).fill(get)))).equal(6)
    const keys = server.requests.map(({ headers }) => headers['x-api-key'])
    expect(keys.filter((key) => key === 'one-key')).length(3)
  })

  it('behavior: a retry takes a turn too', async () => {
    server.respondWith(inTurn(answer(500, ''), answer(200, {})))
    const controller = new AbortController()
    const { get } = connect(server.url, { rateLimit: { othersPerMinute: 1 } })
    const call = thrown(() => get({ signal: controller.signal }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    controller.abort()
    expect(await call).include({ name: 'ServiceAbortedError' })
    expect(server.requests).length(1)
  })

  it("behavior: the wait for a turn does not count as part of an attempt's time", async () => {
    const rateLimit = { othersPerMinute: 1 }
    await connect(server.url, { rateLimit }).get()
    const { get } = connect(server.url, { rateLimit, timeoutMs: 40 })
    const error = await thrown(() => get({ signal: AbortSignal.timeout(150) }))
    expect(error).include({ name: 'ServiceAbortedError' })
  })

  it('behavior: other targets are not limited', async () => {
    const connected = connect(server.url, { venueInfoUrl: server.url, rateLimit: { othersPerMinute: 1 } })
    const info = (options: object) =>
      connected.send({ method: 'POST', path: '', target: 'venueInfo' }, options)
    expect(await sentOf(Array(5).fill(info))).equal(5)
  })

  it('behavior: no timer keeps the process alive after the calls', async () => {
    const script = `
      import { createConnection } from './src/client/createConnection.js'
      import { z } from 'zod'
      process.on('unhandledRejection', () => process.exit(9))
      const { request } = createConnection({ profile: 'mock', baseUrl: '${server.url}', rateLimit: { othersPerMinute: 1 }, timeoutMs: 60_000 })
      const get = (signal) => request({ method: 'GET', path: '/thing', response: z.unknown() }, { signal })
      await get()
      const controller = new AbortController()
      const waiting = get(controller.signal).catch(({ name }) => name)
      controller.abort()
      console.log(await waiting)`
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', script],
      { timeout: 20_000 },
    )
    expect({ stdout, stderr }).deep.equal({ stdout: 'ServiceAbortedError\n', stderr: '' })
  }).timeout(30_000)
})
