import { expect } from 'chai'
import type { Hex } from 'viem'
import { MockOptionError, startMockService } from '../../src/mock/index.js'
import { call, getQuote, quoteBody, setUpMock } from './helpers.js'

const bodies = { '/quote/v2': true, '/quote': true, '/price': true, '/execute/permits': true }
const listing = '/requests/v2'
const attestationsOf = (id: string) => [`/requests/${id}/signature`, `/requests/${id}/signature/v2`]
const unknown: Hex = `0x${'01'.repeat(32)}`

/** The values are the published ones. */
const untilV3 = { deprecation: '@1795564800', sunset: 'Tue, 23 Feb 2027 00:00:00 GMT' }
const untilListingV3 = { deprecation: '@1784678400', sunset: 'Tue, 24 Nov 2026 00:00:00 GMT' }
const ending: Record<string, { deprecation: string; sunset: string; successor: string }> = {
  '/quote/v2': { ...untilV3, successor: '/quote/v3' },
  '/quote': { ...untilV3, successor: '/quote/v3' },
  '/price': { ...untilV3, successor: '/quote/v3' },
  '/execute/permits': { ...untilV3, successor: '/execute/permits/v2' },
  [listing]: { ...untilListingV3, successor: '/requests/v3' },
}

/** Calls operations that end with what they take, and with what they refuse. */
async function ask(mock: Parameters<typeof call>[0], path: string, body?: object) {
  const isPost = path in bodies
  return call(mock, path, { apiKey: mock.apiKey, ...(isPost && { body: body ?? quoteBody(mock) }) })
}

describe('retired operations in the public form', () => {
  // Long after each of the dates: none of them turns anything off.
  const now = () => Date.parse('2030-01-01')
  const { mock } = setUpMock({ idForm: 'public', now })

  for (const [path, { deprecation, sunset, successor }] of Object.entries(ending)) {
    it(`${path} announces its end on each answer, and answers`, async () => {
      const refused = path === listing ? await ask(mock, `${path}?limit=500`) : await ask(mock, path, {})
      expect(refused.status).equal(400)
      mock.control.faults.set('rateLimit', { times: 1, path })
      const limited = await ask(mock, path)
      expect(limited.status).equal(429)
      const answered = await ask(mock, path)
      // A quote has no permit to sign.
      expect(answered.status).equal(path === '/execute/permits' ? 400 : 200)
      for (const { headers } of [refused, limited, answered]) {
        expect(headers.get('deprecation')).equal(deprecation)
        expect(headers.get('sunset')).equal(sunset)
        // A page sees only what this header names.
        expect(headers.get('access-control-expose-headers')).include('deprecation, sunset, link')
        // Lines of one name are joined.
        expect(headers.get('link')?.split(', ')).deep.equal([
          '</documentation/json>; rel="deprecation"',
          '</documentation/json>; rel="sunset"',
          `<${successor}>; rel="successor-version"`,
        ])
      }
    })
  }

  it('the other operations announce no end', async () => {
    for (const path of ['/chains', '/requests/v3', `/intents/status/v3?requestId=${unknown}`]) {
      const { headers } = await ask(mock, path)
      expect(['deprecation', 'sunset', 'link'].map((name) => headers.get(name))).deep.equal([
        null,
        null,
        null,
      ])
    }
  })

  it('the older listing announces its end in its answers, and its successor if throttled', async () => {
    const { body } = await ask(mock, listing)
    expect(body.deprecation).deep.equal({
      message: 'GET /requests/v2 is deprecated. Use /requests/v3.',
      deprecatedAt: '2026-07-22T00:00:00.000Z',
      throttledFrom: '2026-09-01T00:00:00.000Z',
      sunsetAt: '2026-11-24T00:00:00.000Z',
      successor: '/requests/v3',
      migrationGuide: '/documentation/json',
    })
    mock.control.faults.set('rateLimit', { times: 1 })
    const { status, headers, body: limited } = await ask(mock, listing)
    expect(status).equal(429)
    expect(headers.get('retry-after')).equal(null)
    expect(limited).deep.equal({
      message: 'Too many requests.',
      successor: '/requests/v3',
      migrationGuide: '/documentation/json',
    })
    mock.control.faults.set('rateLimit', { times: 1 })
    expect((await ask(mock, '/quote/v2')).headers.get('retry-after')).equal('1')
  })

  it('attestations are gone, even for known requests', async () => {
    const { requestId } = (await getQuote(mock)).steps[0]!
    for (const path of [...attestationsOf(requestId), ...attestationsOf(unknown)]) {
      const { status, body } = await ask(mock, path)
      expect(status).equal(404)
      expect(body).deep.equal({
        message: `Route GET:${path} not found`,
        error: 'Not Found',
        statusCode: 404,
      })
    }
  })

  it('the document marks ending operations and omits ended ones', async () => {
    const { paths } = (await ask(mock, '/openapi.json')).body
    expect(paths['/quote/v2'].post).property('deprecated', true)
    expect(paths['/requests/v3'].get).not.property('deprecated')
    expect(paths).not.any.keys('/requests/{requestId}/signature', '/requests/{requestId}/signature/v2')
  })
})

describe("retired operations in the specification's form", () => {
  const { mock } = setUpMock()

  it('no operation ends, and attestations are served', async () => {
    const { requestId } = (await getQuote(mock)).steps[0]!
    for (const path of [...Object.keys(ending), ...attestationsOf(requestId)]) {
      const { status, headers, body } = await ask(mock, path)
      expect(status).equal(path === '/execute/permits' ? 400 : 200)
      expect(['deprecation', 'sunset', 'link'].map((name) => headers.get(name))).deep.equal([
        null,
        null,
        null,
      ])
      expect(body).not.property('deprecation')
    }
    mock.control.faults.set('rateLimit', { times: 1 })
    expect((await ask(mock, listing)).headers.get('retry-after')).equal('1')
  })
})

for (const idForm of ['public', 'specification'] as const) {
  describe(`operations retired by the option, in the ${idForm} form`, () => {
    const signatures = ['requests/{requestId}/signature', 'requests/{requestId}/signature/v2']
    const retired = [...Object.keys(ending).map((path) => path.slice(1)), ...signatures]
    const { mock } = setUpMock({ idForm, retired })

    for (const [path, { successor, sunset }] of Object.entries(ending)) {
      it(`${path} answers 410 and names its successor`, async () => {
        const { status, headers, body } = await ask(mock, path)
        expect(status).equal(410)
        expect(body).include({ successor, migrationGuide: '/documentation/json' })
        expect(body.message).equal(
          `${path in bodies ? 'POST' : 'GET'} ${path} was retired. Use ${successor}.`,
        )
        expect(headers.get('sunset')).equal(idForm === 'public' ? sunset : null)
      })
    }

    it('attestations answer 404, and the rest still works', async () => {
      for (const path of attestationsOf(unknown)) {
        const { status, body } = await ask(mock, path)
        expect([status, body.error]).deep.equal([404, 'Not Found'])
      }
      expect((await ask(mock, '/requests/v3')).status).equal(200)
      const { paths } = (await ask(mock, '/openapi.json')).body
      expect(paths).not.any.keys(...Object.keys(ending), '/requests/{requestId}/signature')
    })
  })
}

describe('the option retired', () => {
  it('error: a path without a successor, or with a trailing slash', async () => {
    for (const path of ['/quote/v2', 'requests/v3', 'chains']) {
      const error = await startMockService({ retired: [path] }).catch((thrown) => thrown)
      expect(error).instanceOf(MockOptionError)
      expect(error.message)
        .include(`The option retired must be`)
        .include('quote/v2')
        .include(`found ${path}.`)
    }
  })
})
