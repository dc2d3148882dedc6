import { expect } from 'chai'
import { createServiceClient } from '../../../src/client/index.js'
import { thrown } from '../../support/errors.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'

const requestId = `0x${'77'.repeat(32)}`

describe('getAttestation of a service that has ended it', () => {
  const server = setUpHttpServer()

  async function ask(profile: 'relay' | 'mock', status: number, layout: 'v1' | 'v2') {
    server.respondWith(answer(status, { message: 'Route not found', error: 'Not Found', statusCode: status }))
    const client = createServiceClient({ profile, baseUrl: server.url })
    return thrown(() => client.getAttestation({ requestId, layout }))
  }

  for (const layout of ['v1', 'v2'] as const) {
    for (const status of [404, 410]) {
      it(`error: ${layout}, ${status}: says when it ended and what replaces it`, async () => {
        const error = await ask('relay', status, layout)
        expect(error).include({ name: 'ServiceRetiredError', status })
        expect(error.successor).contain('includeProtocolData')
        expect(error.message).contain('2026-09-01')
      })
    }

    it(`behavior: ${layout}: the specification's is not retired, and other refusals stay what they are`, async () => {
      expect(await ask('mock', 404, layout)).include({ name: 'ServiceHttpError', status: 404 })
      expect(await ask('relay', 403, layout)).include({ name: 'ServiceHttpError', status: 403 })
    })
  }
})
