import { expect } from 'chai'
import { createConnection } from '../../src/client/createConnection.js'
import { getChains, getRequests } from '../../src/client/operations/table.js'
import { relayProfile } from '../../src/service/profile/relayProfile.js'
import { chain } from '../client/operations/fixtures.js'
import { recordWaits } from '../client/transport/recordWaits.js'
import { thrown } from '../support/errors.js'
import { answer, setUpHttpServer } from '../support/httpServer.js'

describe('interface: Limits', () => {
  const server = setUpHttpServer()
  const connect = () => createConnection({ profile: 'mock', baseUrl: server.url, retry: { limit: 0 } })

  it('chains: 69 or more networks are accepted, and every listed one is read [224]', async () => {
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

  it('rate limits: each retry waits longer, and a delay of 0 does not wait [225]', async () => {
    const waitsFor = async (delayMs: number) => {
      const fetch = async () => new Response('{}', { status: 429 })
      const retry = { limit: 4, delayMs }
      const connection = createConnection({ profile: 'mock', baseUrl: server.url, fetch, retry })
      return recordWaits(() => getChains(connection).catch(() => undefined))
    }
    expect(await waitsFor(100)).deep.equal([50, 100, 200, 400])
    expect(await waitsFor(0)).deep.equal([0, 0, 0, 0])
  })

  it('rate limits: 429 is its own error [225]', async () => {
    server.respondWith(answer(429, { message: 'Too many requests.' }))
    expect(await thrown(() => getChains(connect()))).include({ name: 'ServiceRateLimitError', status: 429 })
  })
})
