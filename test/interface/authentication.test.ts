import { expect } from 'chai'
import { connect } from '../client/transport/connect.js'
import { answer, setUpHttpServer } from '../support/httpServer.js'

describe('interface: Authentication', () => {
  const server = setUpHttpServer()
  beforeEach(() => server.respondWith(answer(200, {})))

  it('2. the config operation works without a key [183]', async () => {
    await connect(server.url).send({
      path: '/config/v2',
      query: { originChainId: 1, destinationChainId: 8453 },
    })
    expect(server.requests[0]!.headers).not.any.keys('x-api-key', 'authorization')
    expect(String(server.requests[0]!.query)).equal('originChainId=1&destinationChainId=8453')
  })

  it('2. a key is attached as the header x-api-key, never in the URL or the body [183]', async () => {
    const { send } = connect(server.url, { apiKey: 'the-key-of-a-test' })
    await send({ path: '/config/v2' })
    await send({ method: 'POST', path: '/quote/v2', body: { user: '0x12' } })
    expect(server.requests).length(2)
    for (const { headers, path, query, text } of server.requests) {
      expect(headers).include({ 'x-api-key': 'the-key-of-a-test' }).not.any.keys('authorization')
      expect(path + query + text).not.include('the-key-of-a-test')
    }
  })

  it('3. the quote request carries the key [184]', async () => {
    await connect(server.url, { apiKey: 'the-key-of-a-test' }).send({
      method: 'POST',
      path: '/quote/v2',
      body: {},
    })
    expect(server.requests[0]).property('headers').include({ 'x-api-key': 'the-key-of-a-test' })
  })
})
