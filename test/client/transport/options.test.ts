import { expect } from 'chai'
import { createConnection } from '../../../src/client/createConnection.js'
import { readConnectionOptions } from '../../../src/client/transport/readConnectionOptions.js'
import { mockProfile } from '../../../src/service/profile/mockProfile.js'
import { relayProfile } from '../../../src/service/profile/relayProfile.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'
import { connect } from './connect.js'

const timer = 2 ** 31 - 1

describe('options', () => {
  it('default', () => {
    expect(readConnectionOptions({}, relayProfile)).deep.equal({
      timeoutMs: 10_000,
      retry: { limit: 3, delayMs: 300, maxDelayMs: 30_000 },
      rateLimit: {
        quotePerMinute: 50,
        requestsPerMinute: 200,
        requestsV2PerMinute: 100,
        othersPerMinute: 200,
      },
    })
  })

  const malformed: Record<string, [(value: never) => object, unknown[], unknown[]]> = {
    profile: [
      (profile) => ({ profile, baseUrl: 'http://x.example' }),
      ['relay', 'mock', { ...mockProfile, name: 'own' }],
      ['', 'Relay', 'toString', '__proto__', 7, null, true],
    ],
    baseUrl: [
      (baseUrl) => ({ baseUrl }),
      ['http://localhost', 'https://x.example:8080/a/b/', 'http://[::1]:80'],
      [
        '',
        'x.example',
        'localhost:3000',
        '/path',
        'ftp://x.example',
        'ws://x.example',
        'http://',
        7,
        {},
        'https://x.example?',
        'https://x.example#',
      ],
    ],
    wsUrl: [(wsUrl) => ({ wsUrl }), ['ws://localhost:1/x', 'wss://x.example'], ['http://x.example', '', 7]],
    venueInfoUrl: [
      (venueInfoUrl) => ({ venueInfoUrl }),
      ['http://x.example/info'],
      ['ws://x.example', '', 7],
    ],
    venueExchangeUrl: [(venueExchangeUrl) => ({ venueExchangeUrl }), ['https://x.example/'], ['x', 7]],
    fetch: [(fetch) => ({ fetch }), [() => new Promise(() => undefined)], ['fetch', null, {}]],
    timeoutMs: [
      (timeoutMs) => ({ timeoutMs }),
      [1, 1.5, timer],
      [0, 0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, timer + 1, '10', null],
    ],
    retry: [(retry) => ({ retry }), [{}, undefined], [null, 3, 'no', false]],
    'retry.limit': [
      (limit) => ({ retry: { limit } }),
      [0, 1, 100],
      [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '3', null],
    ],
    'retry.delayMs': [
      (delayMs) => ({ retry: { delayMs } }),
      [0, 1, timer],
      [-1, Number.NaN, timer + 1, '1', null],
    ],
    'retry.maxDelayMs': [
      (maxDelayMs) => ({ retry: { maxDelayMs } }),
      [0, 1, timer],
      [-1, Number.NaN, timer + 1, '1'],
    ],
    rateLimit: [(rateLimit) => ({ rateLimit }), [false, {}, undefined], [true, 'none', 5]],
    'rateLimit.quotePerMinute': [
      (quotePerMinute) => ({ rateLimit: { quotePerMinute } }),
      [1, 600],
      [0, -1, 1.5, Number.NaN, '5'],
    ],
    'rateLimit.requestsPerMinute': [
      (requestsPerMinute) => ({ rateLimit: { requestsPerMinute } }),
      [1, 600],
      [0, 1.5, '5'],
    ],
    'rateLimit.requestsV2PerMinute': [
      (requestsV2PerMinute) => ({ rateLimit: { requestsV2PerMinute } }),
      [1, 600],
      [0, 1.5, '5'],
    ],
    'rateLimit.othersPerMinute': [
      (othersPerMinute) => ({ rateLimit: { othersPerMinute } }),
      [1, 600],
      [0, 0.5, null],
    ],
  }
  for (const [option, [make, good, bad]] of Object.entries(malformed)) {
    it(`error: ${option}`, async () => {
      for (const value of good) createConnection(make(mistyped(value)))
      for (const value of bad) {
        const error = await thrown(() => createConnection(make(mistyped(value))))
        expect(error, String(value)).include({ name: 'ClientOptionError', option })
        expect(error.shortMessage).match(new RegExp(`^The option ${option} must be .+, found .+\\.$`))
      }
    })
  }

  it('error: a profile without a base URL', async () => {
    const error = await thrown(() => createConnection({ profile: 'mock' }))
    expect(error).include({ name: 'ClientOptionError', option: 'baseUrl', value: undefined })
    expect(error.shortMessage).include('since the profile mock has none')
  })

  it('error: an invalid URL in the profile', async () => {
    const profile = {
      ...mockProfile,
      name: 'own',
      baseUrl: 'http://x.example',
      venueInfoUrl: 'ftp://x.example',
    }
    expect(await thrown(() => createConnection({ profile }))).include({ option: 'venueInfoUrl' })
    createConnection({ profile, venueInfoUrl: 'http://x.example' })
  })

  it('error: an invalid timeout of one call', async () => {
    const { get } = connect('http://x.example', { fetch: () => expect.fail('nothing may be sent') })
    for (const timeoutMs of [0, -1, Number.NaN, timer + 1]) {
      expect(await thrown(() => get({ timeoutMs }))).include({
        name: 'ClientOptionError',
        option: 'timeoutMs',
      })
    }
  })
})
