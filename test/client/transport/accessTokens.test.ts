import { expect } from 'chai'
import { createServiceClient } from '../../../src/client/createServiceClient.js'
import { thrown } from '../../support/errors.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'
import { mistyped } from '../../support/mistyped.js'
import { connect } from './connect.js'

const accessToken = 'token-1234567890'

describe('access tokens', () => {
  const server = setUpHttpServer()
  const other = setUpHttpServer()
  beforeEach(() => {
    for (const each of [server, other]) each.respondWith(answer(200, { ok: true }))
  })
  const never = () => new Promise<string>(() => {})

  for (const [form, given] of [
    ['a text', accessToken],
    ['a function', async () => accessToken],
  ] as const) {
    it(`default: ${form}: is sent only to the service, without a key`, async () => {
      const options = { accessToken: given, venueInfoUrl: `${other.url}/info` }
      const { get, send } = connect(server.url, options)
      await get()
      await send({ method: 'POST', path: '', target: 'venueInfo', body: {} })
      expect(server.requests[0]!.headers).include({ authorization: `Bearer ${accessToken}` })
      expect(server.requests[0]!.headers).not.property('x-api-key')
      expect(JSON.stringify(other.requests)).not.include(accessToken)
    })

    it(`error: ${form}: appears in no message and follows no redirect`, async () => {
      const said = { message: `Bad ${accessToken}`, code: accessToken }
      for (const respond of [answer(401, said), answer(302, '', { location: `${other.url}/x` })]) {
        server.respondWith(respond)
        const error = await thrown(() => connect(server.url, { accessToken: given }).get())
        expect(JSON.stringify([error, error.message, error.stack])).not.include(accessToken)
      }
      expect(other.requests).length(0)
    })
  }

  it('behavior: a function is called for each attempt, so that no expired token is sent', async () => {
    let asked = 0
    server.respondWith((...exchanged) => answer(asked === 1 ? 429 : 200, {})(...exchanged))
    const next = () => `${accessToken}-${++asked}`
    await connect(server.url, { accessToken: next, retry: { delayMs: 1 } }).get()
    const sent = server.requests.map(({ headers }) => headers.authorization)
    expect(sent).deep.equal([1, 2].map((count) => `Bearer ${accessToken}-${count}`))
  })

  it("error: a function that never returns ends with the attempt's timeout or the signal", async () => {
    const late = connect(server.url, { accessToken: never, timeoutMs: 20, retry: { limit: 0 } })
    expect(await thrown(() => late.get())).property('name', 'ServiceTimeoutError')
    const signal = AbortSignal.timeout(20)
    const client = createServiceClient({ baseUrl: server.url, profile: 'mock', accessToken: never })
    const stopped = await thrown(() => client.getChains({}, { signal }))
    expect(stopped).property('name', 'ServiceAbortedError')
    expect(server.requests).length(0)
  })

  it('error: if a function fails, nothing is sent, and status requests are retried', async () => {
    const refused = new Error('no session')
    for (const fail of [() => Promise.reject(refused), () => Promise.reject({ status: 404 })]) {
      const options = { accessToken: fail, retry: { limit: 0 } }
      const error = await thrown(() => connect(server.url, options).get())
      expect(error).property('name', 'ServiceNetworkError')
      expect(error.details).match(/^accessToken failed/)
    }
    expect(server.requests).length(0)
    let asked = 0
    const accessTokens = () => {
      if (++asked < 4) throw refused
      return accessToken
    }
    server.respondWith(answer(200, { status: 'success' }))
    const options = { baseUrl: server.url, profile: 'mock', accessToken: accessTokens } as const
    const client = createServiceClient({ ...options, retry: { limit: 0 } })
    const requestId = `0x${'12'.repeat(32)}` as const
    const { status } = await client.waitForRequest({ requestId, pollingIntervalMs: 5 })
    expect([status, asked]).deep.equal(['success', 4])
  })

  it('error: an answer with an encoded token: it appears in no message', async () => {
    for (const body of [accessToken, { token: [accessToken] }, { token: { jwt: accessToken } }]) {
      server.respondWith(answer(200, body))
      const client = createServiceClient({ baseUrl: server.url, profile: 'mock', apiKey: 'a-key' })
      const error = await thrown(() => client.createAccessToken())
      expect(error).include({ name: 'InvalidResponseError', operation: 'POST /access-tokens' })
      expect(JSON.stringify([error, error.message, error.stack])).not.include(accessToken)
    }
  })

  it('behavior: the websocket gets none', () => {
    const options = { profile: 'relay', accessToken } as const
    expect(connect('https://api.relay.link', options).connection.websocketUrl?.()).not.include(accessToken)
  })

  it('error: an invalid token is not sent', async () => {
    for (const bad of [undefined, null, '', 'a b', 'x\r\ny: z', 7]) {
      const error = await thrown(() => connect(server.url, { accessToken: () => mistyped(bad) }).get())
      expect(error).include({ name: 'ClientOptionError', option: 'accessToken' })
    }
    expect(server.requests).length(0)
  })
})
