import { expect } from 'chai'
import { zeroHash } from 'viem'
import { relayProfile } from '../../src/index.js'
import { systemClock } from '../../src/watch/clock.js'
import { createPace } from '../../src/watch/createPace.js'
import { connectService } from '../../src/watch/service.js'
import { thrown } from '../support/errors.js'
import { answer, setUpHttpServer } from '../support/httpServer.js'

describe('connectService', () => {
  const server = setUpHttpServer()

  const connect = (apiKey?: string, onRetirement?: (notice: { operation: string }) => void) =>
    connectService({
      url: server.url,
      profile: relayProfile,
      apiKey,
      signal: new AbortController().signal,
      clock: { now: () => 0, sleep: async () => {} },
      pace: createPace(systemClock),
      tell: () => {},
      onRetirement,
    }).view()

  it('behavior: the service does not know a request, with status 400 or 404', async () => {
    for (const status of [400, 404]) {
      server.respondWith((request, response) =>
        request.path === '/chains'
          ? answer(200, { chains: [] })(request, response)
          : answer(status, { message: 'unknown' })(request, response),
      )
      expect(await connect().readAttestation(zeroHash)).deep.equal({ value: null })
    }
  })

  it('error: another API at a wrong path decides nothing about a request', async () => {
    for (const [status, body] of [
      [404, { message: 'No route' }],
      [403, { message: 'Forbidden' }],
      [200, { hello: 'world' }],
    ] as const) {
      server.respondWith(answer(status, body))
      const error = await thrown(() => connect().readAttestation(zeroHash))
      expect(error.name).oneOf(['ServiceHttpError', 'InvalidResponseError'])
    }
  })

  it('behavior: the announced end of an operation is reported', async () => {
    server.respondWith((_, response) => {
      response.writeHead(200, { deprecation: '@1795564800' }).end('{"status":"waiting"}')
    })
    const operations: string[] = []
    await connect(undefined, ({ operation }) => operations.push(operation)).readStatus(zeroHash)
    expect(operations).deep.equal(['GET /intents/status/v3'])
  })

  it('behavior: hides a key that the service repeats', async () => {
    server.respondWith(answer(200, { status: 'failure of a-secret-key', txHashes: ['a-secret-key'] }))
    expect(await connect('a-secret-key').readStatus(zeroHash)).to.deep.equal({
      value: { status: 'failure of [key]', transactions: ['[key]'] },
    })
  })

  it('error: a refused key decides nothing about a request', async () => {
    server.respondWith(answer(401, { message: 'Unknown key.' }))
    for (const apiKey of [undefined, 'expired']) {
      const { readAttestation, readStatus } = connect(apiKey)
      for (const read of [readAttestation, readStatus]) {
        expect(await thrown(() => read(zeroHash))).to.include({ name: 'ServiceHttpError', status: 401 })
      }
    }
    expect(await thrown(() => connect('expired').findRequest(zeroHash))).to.include({ status: 401 })
    expect(await connect().findRequest(zeroHash)).to.have.property('problem')
  })
})
