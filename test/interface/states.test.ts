import { expect } from 'chai'
import { numberOf } from '../../scripts/interface/items.js'
import { createConnection } from '../../src/client/createConnection.js'
import { waitForRequest } from '../../src/client/follow/waitForRequest.js'
import { getStatus, getStatusLegacy } from '../../src/client/operations/table.js'
import { requestStatuses } from '../../src/service/resources/requestStatus.js'
import { statusEventSchema } from '../../src/service/resources/status.js'
import { stepItemSchema } from '../../src/service/resources/step.js'
import { status as record, requestId, transactionItem } from '../client/operations/fixtures.js'
import { answer, setUpHttpServer } from '../support/httpServer.js'

const statuses = ['waiting', 'depositing', 'pending', 'submitted', 'success', 'failure', 'refund']

describe('interface: States and transitions', () => {
  const server = setUpHttpServer()
  const ask = (status: string) => {
    server.respondWith(answer(200, { ...record, status }))
    return getStatus(createConnection({ profile: 'mock', baseUrl: server.url }), { requestId })
  }

  it('the statuses are those of the table [116-123]', () => {
    expect(requestStatuses).deep.equal(statuses)
  })

  for (const status of [...statuses, 'fallback']) {
    it(`${status} is read from the status endpoint and from an event [${status === 'fallback' ? 123 : numberOf('States and transitions', status)}]`, async () => {
      expect((await ask(status)).status).equal(status)
      expect(statusEventSchema.parse({ ...record, status, requestId }).status).equal(status)
    })
  }

  it('fallback ends a request as a refund, on both paths [123]', async () => {
    server.respondWith(answer(200, { ...record, status: 'fallback' }))
    const connection = createConnection({ profile: 'mock', baseUrl: server.url })
    expect((await waitForRequest(connection, { requestId, pollingIntervalMs: 5 })).status).equal('refund')
    expect((await getStatusLegacy(connection, { requestId })).status).equal('fallback')
  })

  it('an unlisted status is kept', async () => {
    for (const status of ['delayed', 'received', 'unknown', 'something new']) {
      expect((await ask(status)).status).equal(status)
    }
  })

  it('a step item is incomplete on a new quote, and other statuses are kept [124]', () => {
    for (const status of ['incomplete', 'complete', 'something new']) {
      expect(stepItemSchema.parse({ ...transactionItem, status }).status).equal(status)
    }
  })
})
