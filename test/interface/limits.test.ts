import { expect } from 'chai'
import { createConnection } from '../../src/client/createConnection.js'
import { getChains } from '../../src/client/operations/getChains.js'
import { getRequests } from '../../src/client/operations/getRequests.js'
import { relayProfile } from '../../src/service/profile/relayProfile.js'
import { chain } from '../client/operations/fixtures.js'
import { thrown } from '../support/errors.js'
import { answer, type HttpServer, startHttpServer } from '../support/httpServer.js'

describe('interface: Limits', () => {
  let server: HttpServer
  const connect = () => createConnection({ profile: 'mock', baseUrl: server.url, retry: { limit: 0 } })
  before(async () => {
    server = await startHttpServer()
  })
  after(() => server.close())

  it('chains: 69 or more networks are known, and all that are listed are read', async () => {
    expect(relayProfile.chains?.length).least(69)
    const chains = Array.from({ length: 69 }, (_, index) => ({ ...chain, id: index + 1 }))
    server.respondWith(answer(200, { chains }))
    const list = await getChains(connect())
    expect(list.chains.map(({ id }) => id)).deep.equal(chains.map(({ id }) => id))
  })

  it('a page of a listing has at most 50 records', async () => {
    server.respondWith(answer(200, { requests: [] }))
    for (const limit of [1, 50]) expect((await getRequests(connect(), { limit })).requests).deep.equal([])
    expect(server.requests.map(({ query }) => query.get('limit'))).deep.equal(['1', '50'])
    for (const limit of [0, 51]) {
      expect(await thrown(() => getRequests(connect(), { limit }))).include({ path: 'limit', value: limit })
    }
    expect(server.requests).length(2)
  })

  it('rate limits: 429 is its own error', async () => {
    server.respondWith(answer(429, { message: 'Too many requests.' }))
    expect(await thrown(() => getChains(connect()))).include({ name: 'ServiceRateLimitError', status: 429 })
  })
})
