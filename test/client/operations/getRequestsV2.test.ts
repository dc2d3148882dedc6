import { expect } from 'chai'
import { createConnection } from '../../../src/client/createConnection.js'
import { getRequestsV2 } from '../../../src/client/operations/table.js'
import { thrown } from '../../support/errors.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'

describe('getRequestsV2 after its retirement', () => {
  const server = setUpHttpServer()
  const connect = (profile: 'mock' | 'relay') =>
    createConnection({ profile, baseUrl: server.url, retry: { limit: 0 } })

  const bodies: [status: number, body: object][] = [
    [404, {}],
    [410, { message: 'Gone.' }],
    [429, { message: 'Deprecated.', successor: '/requests/v3', migrationGuide: 'https://guide.example' }],
  ]
  for (const [status, body] of bodies) {
    it(`error: ${status} of the public service names the successor`, async () => {
      server.respondWith(answer(status, body))
      const error = await thrown(() => getRequestsV2(connect('relay')))
      expect(error).deep.include({
        name: 'ServiceRetiredError',
        operation: 'GET /requests/v2',
        kind: 'http',
        status,
        body,
        successor: 'GET /requests/v3',
        ends: '2026-11-24',
      })
      expect(error.message).contain('ends this operation on 2026-11-24. Use GET /requests/v3.')
    })
  }

  it('error: without an end in the profile, only 410 means retired', async () => {
    for (const [status, name] of [
      [404, 'ServiceHttpError'],
      [410, 'ServiceRetiredError'],
      [429, 'ServiceRateLimitError'],
    ] as const) {
      server.respondWith(answer(status, {}))
      expect(await thrown(() => getRequestsV2(connect('mock')))).include({ name, status })
    }
  })

  it('error: another status is reported as usual', async () => {
    for (const status of [400, 401, 500]) {
      server.respondWith(answer(status, { message: 'no' }))
      const error = await thrown(() => getRequestsV2(connect('relay')))
      expect(error).include({ name: 'ServiceHttpError', status })
    }
  })
})
