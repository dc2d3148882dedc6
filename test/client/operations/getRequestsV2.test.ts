import { expect } from 'chai'
import { createConnection } from '../../../src/client/createConnection.js'
import { iterateRequests } from '../../../src/client/operations/iterateRequests.js'
import { getRequestsV2 } from '../../../src/client/operations/table.js'
import { thrown } from '../../support/errors.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'

describe('getRequestsV2, once the service ends it', () => {
  const server = setUpHttpServer()
  const connect = () => createConnection({ profile: 'mock', baseUrl: server.url, retry: { limit: 0 } })

  const bodies: [status: number, body: object][] = [
    [404, {}],
    [410, { message: 'Gone.' }],
    [429, { message: 'Deprecated.', successor: '/requests/v3', migrationGuide: 'https://guide.example' }],
  ]
  for (const [status, body] of bodies) {
    it(`error: ${status} names the successor`, async () => {
      server.respondWith(answer(status, body))
      const iterate = async () => {
        for await (const _record of iterateRequests(connect(), { version: 'v2' })) break
      }
      for (const call of [() => getRequestsV2(connect()), iterate]) {
        const error = await thrown(call)
        expect(error).deep.include({
          name: 'ServiceRetiredError',
          operation: 'GET /requests/v2',
          kind: 'http',
          status,
          body,
          successor: '/requests/v3',
        })
        expect(error.message).contain('Its successor is /requests/v3: use getRequests')
      }
    })
  }

  it('error: another successor', async () => {
    server.respondWith(answer(429, { successor: '/requests/v4' }))
    expect(await thrown(() => getRequestsV2(connect()))).include({ successor: '/requests/v4' })
  })

  it('error: another status stays what it is', async () => {
    for (const status of [400, 401, 500]) {
      server.respondWith(answer(status, { message: 'no' }))
      expect(await thrown(() => getRequestsV2(connect()))).include({ name: 'ServiceHttpError', status })
    }
  })
})
