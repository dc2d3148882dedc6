import { pipeline } from 'node:stream/promises'
import { expect } from 'chai'
import { z } from 'zod'
import { createConnection } from '../../../src/client/createConnection.js'
import { relayProfile } from '../../../src/service/profile/relayProfile.js'
import { thrown } from '../../support/errors.js'
import { fake } from '../../support/fake.js'
import { answer, drop, setUpHttpServer, startHttpServer } from '../../support/httpServer.js'
import { connect } from './connect.js'

describe('createConnection', () => {
  const server = setUpHttpServer()
  const other = setUpHttpServer()

  it('default', async () => {
    server.respondWith(answer(200, { a: 1, unknown: { kept: true } }))
    const { send } = connect(server.url)
    expect(await send({ response: z.looseObject({ a: z.number() }) })).deep.equal({
      a: 1,
      unknown: { kept: true },
    })
    const [request] = server.requests
    expect(request).include({ method: 'GET', path: '/thing', text: '' })
    expect(request!.headers).include({ accept: 'application/json' }).not.any.keys('content-type', 'x-api-key')
  })

  it('behavior: a body is JSON, with bigints as decimal strings', async () => {
    server.respondWith(answer(200, {}))
    await connect(server.url).send({ method: 'POST', body: { a: 2n ** 64n, b: [1n], c: undefined } })
    expect(server.requests[0]).include({ method: 'POST', text: '{"a":"18446744073709551616","b":["1"]}' })
    expect(server.requests[0]!.headers['content-type']).equal('application/json')
  })

  it('behavior: encodes query values, repeats the name for lists, omits undefined', async () => {
    server.respondWith(answer(200, {}))
    const query = { a: 'x&y=z #?+', b: ['1', '2 3'], c: 5n, d: false, e: 0, f: undefined, g: [], h: '' }
    await connect(server.url).send({ query })
    expect([...server.requests[0]!.query]).deep.equal([
      ['a', 'x&y=z #?+'],
      ['b', '1'],
      ['b', '2 3'],
      ['c', '5'],
      ['d', 'false'],
      ['e', '0'],
      ['h', ''],
    ])
  })

  it("behavior: a path may include a query, as a step's check does", async () => {
    server.respondWith(answer(200, {}))
    await connect(server.url).send({
      path: '/intents/status?requestId=0x12&a=b?c',
      query: { referrer: 'me' },
    })
    expect(server.requests[0]).property('path', '/intents/status')
    expect(String(server.requests[0]!.query)).equal('requestId=0x12&a=b%3Fc&referrer=me')
  })

  it('behavior: the base URL may have a path, with or without a trailing slash', async () => {
    server.respondWith(answer(200, {}))
    for (const prefix of ['', '/', '/a/b', '/a/b/', '/a/b//']) {
      await connect(server.url + prefix).get()
    }
    expect(server.requests.map(({ path }) => path)).deep.equal([
      '/thing',
      '/thing',
      '/a/b/thing',
      '/a/b/thing',
      '/a/b/thing',
    ])
  })

  it('behavior: encoded parts of a path stay encoded', async () => {
    server.respondWith(answer(200, {}))
    await connect(server.url).send({ path: `/a/${encodeURIComponent('x/y?z#ü')}` })
    expect(server.requests[0]!.path).equal('/a/x%2Fy%3Fz%23%C3%BC')
  })

  it('error: a path that leaves the base URL', async () => {
    server.respondWith(answer(200, {}))
    const paths = [
      'thing',
      '@evil.example/',
      '.evil.example',
      '/a/../b',
      '/..',
      '/a/%2e%2E/b',
      '/./a',
      '/a\\b',
      '/a#b',
      '/a?b#c',
      '/a/.\t./b',
      '/a/.\n',
      '/a b',
    ]
    for (const path of paths) {
      const error = await thrown(() => connect(`${server.url}/prefix`).send({ path }))
      expect(error).include({ name: 'InvalidRequestError', path: 'path', value: path })
    }
    expect(server.requests).deep.equal([])
  })

  it('behavior: a path with two slashes names no host', async () => {
    server.respondWith(answer(200, {}))
    await connect(server.url).send({ path: `//${new URL(other.url).host}/x` })
    expect(server.requests[0]!.path).include('/x')
  })

  it('behavior: 2xx answers of any JSON content type, or none', async () => {
    const { get } = connect(server.url)
    for (const status of [200, 201, 202, 299]) {
      server.respondWith((_request, response) => {
        response.writeHead(status, { 'content-type': 'text/plain' }).end('\ufeff {"a":"ü"}\n')
      })
      expect(await get()).deep.equal({ a: 'ü' })
    }
    server.respondWith((_request, response) => response.end('[1]'))
    expect(await get()).deep.equal([1])
  })

  it('behavior: characters split across chunks are kept whole', async () => {
    const bytes = Buffer.from('"ü💥"')
    server.respondWith(async (_request, response) => {
      for (const byte of bytes) {
        response.write(Buffer.of(byte))
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      response.end()
    })
    expect(await connect(server.url).get()).equal('ü💥')
    server.respondWith((_request, response) => response.end(bytes.subarray(0, 5)))
    expect(await thrown(connect(server.url).get)).property('value', '"ü\ufffd')
  })

  it('behavior: an empty answer is undefined if the schema allows that', async () => {
    const { get, send } = connect(server.url)
    for (const status of [200, 204]) {
      server.respondWith((_request, response) => response.writeHead(status).end())
      expect(await get()).equal(undefined)
      const error = await thrown(() => send({ response: z.looseObject({}) }))
      expect(error).include({ name: 'InvalidResponseError', path: '', value: '' })
      expect(error.shortMessage).equal('GET /thing: the answer must not be empty, found "".')
    }
  })

  it('error: an answer that does not fit the schema', async () => {
    const { send } = connect(server.url)
    const response = z.looseObject({ steps: z.array(z.looseObject({ id: z.string() })) })
    const answers: [string, { path: string; value: unknown }, string][] = [
      ['{"steps":', { path: '', value: '{"steps":' }, 'the answer must be JSON, found "{\\"steps\\":".'],
      ['<html>', { path: '', value: '<html>' }, 'the answer must be JSON, found "<html>".'],
      ['null', { path: '', value: null }, 'the answer must be object, found null.'],
      ['[]', { path: '', value: [] }, 'the answer must be object, found an array of 0.'],
      ['{}', { path: 'steps', value: undefined }, 'steps of the answer must be array, found undefined.'],
      [
        '{"steps":[{"id":"a"},{"id":7}]}',
        { path: 'steps[1].id', value: 7 },
        'steps[1].id of the answer must be string, found 7.',
      ],
    ]
    for (const [text, fields, message] of answers) {
      server.respondWith(answer(200, text))
      const error = await thrown(() => send({ response }))
      expect(error).include({
        name: 'InvalidResponseError',
        kind: 'invalidResponse',
        operation: 'GET /thing',
      })
      expect({ path: error.path, value: error.value }).deep.equal(fields)
      expect(error.shortMessage).equal(`GET /thing: ${message}`)
      expect(server.requests, 'is not tried again').length(1)
    }
  })

  it('error: an answer larger than 32 MiB is not read to its end', async () => {
    const mebibyte = Buffer.alloc(2 ** 20, ' ')
    let sent = 0
    function* endless() {
      while (true) {
        sent++
        yield mebibyte
      }
    }
    let closed: Promise<unknown> | undefined
    server.respondWith((_request, response) => {
      closed = pipeline(endless(), response).catch(({ code }) => code)
    })
    const error = await thrown(() => connect(server.url).get())
    expect(error).include({ name: 'InvalidResponseError', path: '' })
    expect(error.shortMessage).include('at most 33554432 bytes')
    expect(await closed).equal('ERR_STREAM_PREMATURE_CLOSE')
    expect(sent).within(32, 100)
  })

  it('behavior: the largest answer is read', async () => {
    server.respondWith(answer(200, JSON.stringify(' '.repeat(32 * 2 ** 20 - 2))))
    expect(await connect(server.url).get()).length(32 * 2 ** 20 - 2)
  })

  it('error: redirects are not followed, and the key stays', async () => {
    other.respondWith(answer(200, {}))
    for (const status of [301, 302, 303, 307, 308]) {
      server.respondWith(answer(status, '', { location: `${other.url}/thing` }))
      for (const method of ['GET', 'POST'] as const) {
        const error = await thrown(() => connect(server.url, { apiKey: 'a-secret-key' }).send({ method }))
        expect(error).include({ name: 'ServiceHttpError', kind: 'http', status })
        expect(error.message).include('Redirects are not followed').not.include(other.url)
      }
    }
    expect(server.requests).length(2)
    expect(other.requests).deep.equal([])
  })

  it('error: a redirect that a browser hides', async () => {
    const opaque = {
      ok: false,
      status: 0,
      type: 'opaqueredirect',
      headers: new Headers(),
      body: null,
      text: async () => '',
    }
    const error = await thrown(() => connect(server.url, { fetch: async () => fake(opaque) }).get())
    expect(error).include({ name: 'ServiceHttpError', status: 0 })
    expect(error.shortMessage).equal('GET /thing: the service answered with a redirect.')
    expect(error.message).include('Redirects are not followed')
  })

  it('behavior: other targets get no key', async () => {
    other.respondWith(answer(200, { ok: true }))
    const { send } = connect(server.url, {
      apiKey: 'a-secret-key',
      venueInfoUrl: `${other.url}/info`,
      venueExchangeUrl: `${other.url}/exchange/`,
    })
    await send({ method: 'POST', path: '', target: 'venueInfo', body: { type: 'spotMeta' } })
    await send({ method: 'POST', path: '', target: 'venueExchange', body: {} })
    expect(other.requests.map(({ path }) => path)).deep.equal(['/info', '/exchange/'])
    for (const { headers } of other.requests) expect(JSON.stringify(headers)).not.include('a-secret-key')
  })

  it('error: a target without a URL in the profile', async () => {
    for (const target of ['venueInfo', 'venueExchange'] as const) {
      const error = await thrown(() => connect(server.url).send({ method: 'POST', path: '', target }))
      expect(error).include({ name: 'ClientOptionError', option: `${target}Url`, value: undefined })
      expect(error.shortMessage).include(`The option ${target}Url must be a URL for this call`)
    }
  })

  it('error: a failing target is named without its URL', async () => {
    other.respondWith(answer(400, { message: 'no' }))
    const { send } = connect(server.url, { venueInfoUrl: `${other.url}/info` })
    const error = await thrown(() => send({ method: 'POST', path: '', target: 'venueInfo' }))
    expect(error).include({ operation: 'POST venueInfoUrl', status: 400 })
  })

  it("behavior: uses the profile's URLs", () => {
    expect(createConnection().profile).deep.equal(relayProfile)
    const urls = {
      baseUrl: 'https://base.example',
      wsUrl: 'wss://ws.example',
      venueInfoUrl: 'https://info.example',
      venueExchangeUrl: 'https://exchange.example',
    }
    expect(createConnection(urls).profile).deep.equal({ ...relayProfile, ...urls })
    const own = { ...relayProfile, name: 'own', ...urls }
    expect(createConnection({ profile: own, wsUrl: 'ws://other.example' }).profile).deep.equal({
      ...own,
      wsUrl: 'ws://other.example',
    })
  })

  it('behavior: the websocket has the key in its query', () => {
    const urlOf = (options: object) => createConnection(options).websocketUrl?.()
    expect(urlOf({})).equal('wss://ws.relay.link/')
    expect(urlOf({ apiKey: 'a&b=c+d' })).equal('wss://ws.relay.link/?apiKey=a%26b%3Dc%2Bd')
    expect(urlOf({ profile: 'mock', baseUrl: server.url, apiKey: 'x' })).equal(undefined)
  })

  it("behavior: another base URL disables the profile's other URLs", () => {
    const { profile, websocketUrl } = createConnection({ baseUrl: server.url, apiKey: 'secret' })
    expect(profile).deep.include({ baseUrl: server.url, solvers: relayProfile.solvers })
    expect(profile).not.have.any.keys('wsUrl', 'venueInfoUrl', 'venueExchangeUrl')
    expect(websocketUrl?.()).equal(undefined)
    expect(createConnection({ baseUrl: relayProfile.baseUrl! }).profile).deep.equal(relayProfile)
  })

  it('behavior: fetch is called with a URL and plain options, and without a this', async () => {
    const calls: unknown[] = []
    const fetch = function (this: unknown, ...parameters: unknown[]) {
      calls.push(this, ...parameters)
      return Promise.resolve(new Response('{}'))
    }
    await connect('http://service.example/v', { fetch: fetch }).post()
    expect(calls[0]).equal(undefined)
    expect(calls[1]).equal('http://service.example/v/thing')
    expect(calls[2]).deep.include({
      method: 'POST',
      body: '{"a":1}',
      redirect: 'manual',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    })
    expect((calls[2] as RequestInit).signal).instanceOf(AbortSignal)
  })

  it('behavior: a fetch whose answers have no stream', async () => {
    const fetch = async () => fake<Response>({ ok: true, status: 200, body: {}, text: async () => '{"a":1}' })
    expect(await connect('http://service.example', { fetch }).get()).deep.equal({ a: 1 })
  })

  it('behavior: the global fetch is looked up at each call', async () => {
    const { get } = connect('http://service.example')
    const { fetch } = globalThis
    globalThis.fetch = async () => new Response('"replaced"')
    try {
      expect(await get()).equal('replaced')
    } finally {
      globalThis.fetch = fetch
    }
  })

  it('error: a port without a listener', async () => {
    const closed = await startHttpServer()
    await closed.close()
    const error = await thrown(() => connect(closed.url).get())
    expect(error).include({ name: 'ServiceNetworkError', kind: 'network', operation: 'GET /thing' })
    expect(error.details).include('ECONNREFUSED')
  })

  it('error: connections that end early', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json'
    const ends = {
      'before the head': drop(),
      'within the head': drop('HTTP/1.1 200 OK\r\ncontent-ty'),
      'after the head': drop(`${head}\r\ncontent-length: 9`),
      'within the body': drop(`${head}\r\ncontent-length: 9`, '{"a":1}'),
      'within a chunk': drop(`${head}\r\ntransfer-encoding: chunked`, '9\r\n{"a":1'),
      'before the last chunk': drop(`${head}\r\ntransfer-encoding: chunked`, '7\r\n{"a":1}\r\n'),
      'no HTTP at all': drop('hello'),
    }
    for (const [name, respond] of Object.entries(ends)) {
      server.respondWith(respond)
      const { get } = connect(server.url, { retry: { limit: 1, delayMs: 1 } })
      expect(await thrown(get), name).include({ name: 'ServiceNetworkError' })
      expect(server.requests, name).length(2)
    }
  })
})
