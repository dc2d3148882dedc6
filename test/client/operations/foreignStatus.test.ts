import { expect } from 'chai'
import { createConnection } from '../../../src/client/createConnection.js'
import { getStatus, getStatusLegacy } from '../../../src/client/operations/requests.js'
import { thrown } from '../../support/errors.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'
import { requestId } from './fixtures.js'

describe('a status that names a request', () => {
  const server = setUpHttpServer()
  const connect = () => createConnection({ profile: 'mock', baseUrl: server.url, retry: { limit: 0 } })
  const other = `0x${'77'.repeat(32)}`

  for (const [name, read] of Object.entries({ getStatus, getStatusLegacy })) {
    it(`attack: ${name} refuses the status of another request`, async () => {
      server.respondWith(answer(200, { status: 'success', requestId: other }))
      const error = await thrown(() => read(connect(), { requestId }))
      expect(error).include({ name: 'InvalidResponseError', path: 'requestId', value: other })
    })

    it(`behavior: ${name} accepts its own id in any hex case`, async () => {
      server.respondWith(
        answer(200, { status: 'success', requestId: `0x${requestId.slice(2).toUpperCase()}` }),
      )
      expect((await read(connect(), { requestId })).status).equal('success')
    })
  }
})
