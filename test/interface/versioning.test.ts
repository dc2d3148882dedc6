import { expect } from 'chai'
import type { Connection } from '../../src/client/connection.js'
import { createConnection } from '../../src/client/createConnection.js'
import {
  getConfig,
  getQuote,
  getRequests,
  getRequestsV2,
  getStatus,
  getStatusLegacy,
} from '../../src/client/operations/table.js'
import {
  config,
  details,
  fees,
  quote,
  request,
  requestId,
  requestV2,
  status,
  trade,
} from '../client/operations/fixtures.js'
import { thrown } from '../support/errors.js'
import { answer, setUpHttpServer } from '../support/httpServer.js'

const pair = { originChainId: 1, destinationChainId: 8453 }

const paths: [name: string, path: string, body: unknown, call: (connection: Connection) => unknown][] = [
  ['getConfig', '/config/v2', config, (connection) => getConfig(connection, pair)],
  ['getQuote', '/quote/v2', quote, (connection) => getQuote(connection, trade)],
  ['getStatus', '/intents/status/v3', status, (connection) => getStatus(connection, { requestId })],
  ['getStatusLegacy', '/intents/status', status, (connection) => getStatusLegacy(connection, { requestId })],
  ['getRequests', '/requests/v3', { requests: [] }, (connection) => getRequests(connection)],
  ['getRequestsV2', '/requests/v2', { requests: [] }, (connection) => getRequestsV2(connection)],
]

describe('interface: Versioning', () => {
  const server = setUpHttpServer()
  const connect = () => createConnection({ profile: 'mock', baseUrl: server.url, retry: { limit: 0 } })

  for (const [name, path, body, call] of paths) {
    it(`${name} uses ${path} [240]`, async () => {
      server.respondWith(answer(200, body))
      await call(connect())
      expect(server.requests.map((request) => request.path)).deep.equal([path])
    })
  }

  it('v3 of the listing has fees in data.fees with quoted and actual, v2 the older object [242]', async () => {
    server.respondWith(answer(200, { requests: [request] }))
    const [record] = (await getRequests(connect())).requests
    expect(record?.data?.fees?.quoted?.platform?.usd).equal('0.02')
    expect(record?.data?.fees?.actual?.platform?.usd).equal('0.02')
    server.respondWith(answer(200, { requests: [requestV2] }))
    const [older] = (await getRequestsV2(connect())).requests
    expect(older?.data?.fees).deep.equal(fees)
    expect(older?.data?.expandedPriceImpact?.quoted).deep.equal(details.expandedPriceImpact)
  })

  it('the deprecated fees object of a quote is returned, but may be missing [243]', async () => {
    server.respondWith(answer(200, quote))
    expect((await getQuote(connect(), trade)).fees).deep.equal(fees)
    server.respondWith(answer(200, { ...quote, fees: undefined }))
    expect((await getQuote(connect(), trade)).fees).equal(undefined)
  })

  it('protocolVersion v2 is required to withdraw from the venue, and the answer carries protocol.v2 [245]', async () => {
    server.respondWith(answer(200, quote))
    const withdrawal = { ...trade, originChainId: 1337 }
    expect(await thrown(() => getQuote(connect(), withdrawal))).include({ path: 'protocolVersion' })
    expect(server.requests).length(0)
    const { protocol } = await getQuote(connect(), { ...withdrawal, protocolVersion: 'v2' })
    expect(server.requests[0]!.body).include({ originChainId: 1337, protocolVersion: 'v2' })
    expect(protocol?.v2?.orderData?.version).equal('v1')
  })

  it('the config operation has a mainnet and a testnet server [246]', async () => {
    for (const prefix of ['/mainnet', '/testnet']) {
      server.respondWith(answer(200, config))
      await getConfig(createConnection({ profile: 'mock', baseUrl: server.url + prefix }), pair)
      expect(server.requests.map(({ path }) => path)).deep.equal([`${prefix}/config/v2`])
    }
    const hosts: string[] = []
    for (const profile of ['relay', 'relay-testnet'] as const) {
      const fetch = async (url: unknown) => {
        hosts.push(new URL(String(url)).host)
        return Response.json(config)
      }
      await getConfig(createConnection({ profile, fetch: fetch as typeof globalThis.fetch }), pair)
    }
    expect(hosts).deep.equal(['api.relay.link', 'api.testnets.relay.link'])
  })
})
