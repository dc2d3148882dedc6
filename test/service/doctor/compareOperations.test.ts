import { expect } from 'chai'
import { relayProfile } from '../../../src/index.js'
import { compareOperations } from '../../../src/service/doctor/compareOperations.js'
import { readDocument } from '../../../src/service/doctor/readDocument.js'
import type { ServiceProfile } from '../../../src/service/profile/types.js'
import { differences } from './support.js'

const profile: ServiceProfile = {
  ...relayProfile,
  operations: {
    quote: { path: '/quote/v2', deprecated: '2026-11-25', ends: '2027-02-23', successor: 'POST /quote/v3' },
    attestation: { path: '/requests/{requestId}/signature', ends: '2026-09-01', successor: 'the order' },
  },
}
const known = {
  'POST /quote/v2': {},
  'GET /requests/{requestId}/signature': {},
  'GET /chains': {},
  'GET /requests/v3': { needsKey: true },
  'POST /authorize': {},
  'GET /documentation/json': {},
  'GET /openapi.json': {},
} as const

const key = { parameters: [{ in: 'header', name: 'X-Api-Key', required: true }] }
const honest = {
  '/quote/v2': { post: { deprecated: true } },
  '/quote/v3': { post: key },
  '/chains': { get: { parameters: [{ in: 'header', name: 'x-api-key' }] } },
  '/requests/v3': { get: key },
  '/lives': { get: {} },
}
const compare = (paths: object, more: object = {}, nowMs = Date.parse('2026-11-26')) => {
  const documented = readDocument({ paths: { ...honest, ...paths }, ...more })!
  return compareOperations({ known, profile, documented, nowMs })
}

describe('compareOperations', () => {
  it('default: no difference, whatever else is documented', () => {
    expect(compare({})).deep.equal([{ status: 'same', subject: 'operations', found: '4 operations' }])
  })

  it('behavior: ignores parameter names and headers of every request', () => {
    const accept = { in: 'header', name: 'Accept', required: true }
    const paths = { '/chains': { parameters: [accept], get: {} } }
    expect(differences(compare(paths))).deep.equal([])
  })

  it('behavior: an operation removed before or after its announced end', () => {
    const gone = { '/quote/v2': {} }
    const row = { status: 'gone', subject: 'POST /quote/v2', known: 'deprecated 2026-11-25, ends 2027-02-23' }
    expect(differences(compare(gone))).deep.equal([row])
    expect(compare(gone).find(({ status }) => status === 'gone')!.meaning).include('POST /quote/v3')
    expect(differences(compare(gone, {}, Date.parse('2027-02-22T23:59:59Z')))).deep.equal([row])
    expect(differences(compare(gone, {}, Date.parse('2027-02-23')))).deep.equal([])
  })

  it('behavior: an ended operation that is documented again', () => {
    const path = '/requests/{id}/signature'
    expect(differences(compare({ [path]: { get: {} } }))).deep.equal([
      {
        status: 'new',
        subject: 'GET /requests/{requestId}/signature',
        known: 'ends 2026-09-01',
        found: 'documented',
      },
    ])
    expect(differences(compare({ [path]: { get: { deprecated: true } } }))).deep.equal([])
  })

  it('behavior: an operation throttled until its end is still documented', () => {
    const operations = { ...profile.operations, requestsV2: relayProfile.operations!.requestsV2! }
    const documented = readDocument({ paths: { '/requests/v2': { get: {} } } })!
    const nowMs = Date.parse('2026-11-26')
    const throttled = { known: { 'GET /requests/v2': {} }, profile: { ...profile, operations }, documented }
    expect(differences(compareOperations({ ...throttled, nowMs }))).deep.equal([])
  })

  it('behavior: a known deprecation, by its date, its end or its successor', () => {
    const documented = readDocument({ paths: { '/price': { post: { deprecated: true } } } })!
    for (const [facts, count] of [
      [{ deprecated: '2026-11-25' }, 0],
      [{ ends: '2027-02-23' }, 0],
      [{ successor: 'POST /quote/v3' }, 0],
      [{}, 1],
    ] as const) {
      const operations = { price: { path: '/price', ...facts } }
      const nowMs = Date.parse('2026-11-26')
      const known = { 'POST /price': {} }
      const rows = compareOperations({ known, profile: { ...profile, operations }, documented, nowMs })
      expect(differences(rows)).length(count)
    }
  })

  it('behavior: an unknown deprecation', () => {
    expect(differences(compare({ '/chains': { get: { deprecated: true } } }))).deep.equal([
      { status: 'changed', subject: 'GET /chains', known: 'in use', found: 'deprecated' },
    ])
  })

  it('behavior: a newly required header', () => {
    const needs = (operation: object, more = {}) =>
      differences(compare({ '/chains': { get: operation } }, more))
    const row = { status: 'changed', subject: 'GET /chains', known: 'no header' }
    expect(needs(key)).deep.equal([{ ...row, found: 'needs x-api-key' }])
    const parameters = [{ $ref: '#/components/parameters/session' }]
    const components = { parameters: { session: { in: 'header', name: 'Session', required: true } } }
    expect(needs({ parameters }, { components })).deep.equal([{ ...row, found: 'needs session' }])
    const keyed = compare({ '/requests/v3': { get: { parameters } } }, { components }).at(-1)
    expect(keyed).include({ subject: 'GET /requests/v3', known: 'x-api-key', found: 'needs session' })
    expect(keyed!.meaning).include('does not send this header')
    const securitySchemes = {
      key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      token: { type: 'http' },
    }
    const secured = { components: { securitySchemes } }
    const security = [{ key: [] }, { token: [] }]
    expect(needs({ security }, secured)).deep.equal([{ ...row, found: 'needs x-api-key or authorization' }])
    expect(needs({ security: [...security, {}] }, secured)).deep.equal([])
    const all = needs({ security: [] }, { ...secured, security })
    expect(all.map((row) => row.subject)).deep.equal(['POST /quote/v2'])
  })

  it('behavior: a version after the known one, unless the profile names it', () => {
    const paths = { '/quote/v4': { post: {} }, '/chains/v2': { post: {} }, '/quote': { post: {} } }
    expect(differences(compare(paths))).deep.equal([
      { status: 'new', subject: 'POST /quote/v4', found: 'documented' },
    ])
    expect(differences(compare({ '/chains/v2': { get: {} } }))).deep.equal([
      { status: 'new', subject: 'GET /chains/v2', found: 'documented' },
    ])
  })

  it('error: an invalid document counts as none', () => {
    for (const value of [undefined, null, 'text', {}, { paths: 7 }])
      expect(readDocument(value)).equal(undefined)
    const loop = {
      a: { $ref: '#/a' },
      paths: { '/x': { get: { parameters: [{ $ref: '#/a' }], requestBody: 7 } } },
    }
    expect(readDocument(loop)).length(1)
  })
})
