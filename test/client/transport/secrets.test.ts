import { inspect } from 'node:util'
import { expect } from 'chai'
import { z } from 'zod'
import { createConnection } from '../../../src/client/createConnection.js'
import { thrown } from '../../support/errors.js'
import { answer, drop, hang, type Respond, setUpHttpServer } from '../../support/httpServer.js'
import { mistyped } from '../../support/mistyped.js'
import { connect } from './connect.js'

const apiKey = 'sk-1234567890-very-secret'
const secret = 'in-the-query'

/** Everything that an error shows: its properties, hidden ones too, and those of all that hangs on it. */
function showAll(value: unknown, seen = new Set<unknown>()): string {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return String(value)
  if (seen.has(value)) return ''
  seen.add(value)
  const own = Reflect.ownKeys(value).flatMap((key) => [String(key), showAll(Reflect.get(value, key), seen)])
  return [...own, inspect(value, { depth: 9, showHidden: true }), JSON.stringify(value)].join('\n')
}

describe('secrets', () => {
  const server = setUpHttpServer()

  const failures: Record<string, Respond> = {
    'a refused request': answer(400, { message: 'no', errorCode: 'BAD' }),
    'a key that is echoed': answer(401, { message: `Unknown key ${apiKey}`, code: apiKey, error: apiKey }),
    'a key that is echoed in text': answer(403, `<p>${apiKey}</p>`),
    'too many requests': answer(429, { message: apiKey }),
    'a path that is echoed': answer(404, { message: 'Cannot GET /path-of-a-tenant/thing' }),
    'a path that is echoed in text': answer(404, 'No path-of-a-tenant here.'),
    'a broken service': answer(500, '<html>'),
    'a redirect': answer(302, '', { location: `/elsewhere?key=${apiKey}` }),
    'a dropped connection': drop(),
    'broken HTTP': drop('nonsense'),
    'a timeout': hang,
    'broken JSON': answer(200, '{'),
    'a wrong answer': answer(200, { a: 1 }),
  }
  for (const [name, respond] of Object.entries(failures)) {
    it(`error: ${name}`, async () => {
      server.respondWith(respond)
      const { send } = connect(`${server.url}/path-of-a-tenant`, {
        apiKey,
        timeoutMs: 100,
        retry: { limit: 0 },
      })
      const response = z.looseObject({ a: z.string() })
      const error = await thrown(() => send({ query: { secret }, response }))
      expect(server.requests[0]!.headers).property('x-api-key', apiKey)
      const shown = showAll(error)
      expect(shown).include('GET /thing')
      for (const hidden of [apiKey, secret, 'path-of-a-tenant', 'x-api-key', 'headers']) {
        expect(shown).not.include(hidden)
      }
    })
  }

  it('error: an unknown host, or a fetch whose error contains secrets', async () => {
    const causes = [
      new Error(`failed: https://user:password@service.example/x?secret=${secret} with ${apiKey}`),
      Object.assign(new TypeError('fetch failed'), { request: { headers: { 'x-api-key': apiKey } } }),
      new Error('outer', { cause: Object.assign(new Error(`inner ${apiKey}`), { config: { apiKey } }) }),
      { apiKey },
      `${apiKey}`,
      undefined,
    ]
    for (const cause of causes) {
      const fetch = () => Promise.reject(cause)
      const error = await thrown(() =>
        connect('http://service.example', { apiKey, fetch, retry: { limit: 0 } }).get(),
      )
      expect(error).property('name', 'ServiceNetworkError')
      for (const hidden of [apiKey, secret, 'password', 'x-api-key'])
        expect(showAll(error)).not.include(hidden)
    }
  })

  it('error: a network fault keeps its message', async () => {
    const fetch = () =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error('certificate has expired') }))
    const error = await thrown(() => connect('http://service.example', { fetch, retry: { limit: 0 } }).get())
    expect(error.details).equal('fetch failed: certificate has expired')
  })

  it('error: a key that is not valid in a header', async () => {
    for (const bad of ['', ' ', 'a b', 'secret\n', 'secret\r\nx: y', 'sécret', 'secret\u0000', 7, null, {}]) {
      const error = await thrown(() => createConnection({ apiKey: mistyped(bad) }))
      expect(error).include({ name: 'ClientOptionError', option: 'apiKey' })
      expect(showAll(error)).not.include('cret\n').not.include('sécret').not.include('x: y')
      expect(error.message).include('printable ASCII text without spaces')
    }
    for (const good of ['a', 'A-b_c.d~!', 'x'.repeat(4096)]) createConnection({ apiKey: good })
  })

  it('error: URLs with credentials', async () => {
    for (const option of ['baseUrl', 'wsUrl', 'venueInfoUrl', 'venueExchangeUrl']) {
      const protocol = option === 'wsUrl' ? 'wss' : 'https'
      for (const rest of [
        'user:password@x.example',
        'user:pass/word@x.example',
        'password@x.example',
        'x.example?key=password',
        'x.example#password',
      ]) {
        const error = await thrown(() => createConnection({ [option]: `${protocol}://${rest}` }))
        expect(error).include({ name: 'ClientOptionError', option })
        expect(showAll(error)).not.match(/pass|word/)
      }
    }
  })

  it('behavior: a logged connection shows no key', () => {
    const connection = createConnection({ apiKey })
    expect(showAll(connection)).not.include(apiKey)
  })
})
