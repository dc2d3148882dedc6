import { request as httpRequest } from 'node:http'
import { expect } from 'chai'
import { zeroAddress } from 'viem'
import { createServiceClient, type GetQuoteParameters } from '../../src/client/index.js'
import { type FaultName, startMockService } from '../../src/mock/index.js'
import { thrown } from '../support/errors.js'
import {
  balanceOf,
  call,
  chainsOf,
  clientOf,
  ether,
  freshAddress,
  getQuote,
  getStatus,
  pay,
  quoteBody,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from './helpers.js'

describe('the control of the mock', () => {
  const { mock } = setUpMock()
  afterEach(() => mock.control.faults.clear())

  const lever = async (method: string, path: string, body?: unknown) => {
    const answer = await call(mock, `/_control${path}`, { method, body })
    expect(answer.status, answer.text).to.equal(200)
    return answer.body
  }

  it('default: GET lists every operation', async () => {
    expect(mock.controlUrl).to.equal(`${mock.url}/_control`)
    const { levers } = await (await fetch(mock.controlUrl)).json()
    for (const [method, path] of [
      ['GET', '/_control/faults'],
      ['PUT', '/_control/faults/:name'],
      ['DELETE', '/_control/faults'],
      ['POST', '/_control/solver/pause'],
      ['POST', '/_control/solver/resume'],
      ['POST', '/_control/solver/step'],
      ['POST', '/_control/chains/:chainId/mine'],
      ['POST', '/_control/chains/:chainId/time'],
      ['POST', '/_control/fund'],
      ['GET', '/_control/keys'],
      ['PUT', '/_control/webhooks/:apiKey'],
      ['GET', '/_control/requests'],
    ]) {
      const found = levers.find((one: Record<string, string>) => one.method === method && one.path === path)
      expect(found, `${method} ${path}`).to.have.property('does')
    }
    const time = levers.find(({ path }: { path: string }) => path.endsWith('/time'))
    expect(time.body.properties.seconds).to.include({ type: 'integer', minimum: 1 })
  })

  it('behavior: faults are set, listed and cleared', async () => {
    expect(await lever('PUT', '/faults/shortFill', { times: 2 })).to.deep.equal({
      faults: [{ name: 'shortFill', times: 2 }],
    })
    await lever('POST', '/faults/delayResponse', { delayMs: 5, path: '/price' })
    expect(mock.control.faults.list()).to.deep.equal([
      { name: 'shortFill', times: 2 },
      { name: 'delayResponse', delayMs: 5, path: '/price' },
    ])
    expect((await lever('DELETE', '/faults/shortFill')).faults).to.have.length(1)
    await lever('PUT', '/faults/highS')
    expect(await lever('DELETE', '/faults')).to.deep.equal({ faults: [] })
  })

  it('behavior: the solver pauses, steps and resumes', async () => {
    await lever('POST', '/solver/pause')
    const quotes = [await getQuote(mock), await getQuote(mock)]
    for (const quote of quotes) await pay(mock, quote)
    const [first, second] = quotes.map(({ steps }) => steps[0]!.requestId)
    expect(await lever('POST', '/solver/step')).to.deep.equal({ requestId: first })
    expect((await getStatus(mock, first!)).status).to.equal('success')
    expect((await getStatus(mock, second!)).status).to.equal('waiting')
    expect(await lever('POST', '/solver/step')).to.deep.equal({ requestId: second })
    expect(await lever('POST', '/solver/step')).to.deep.equal({ requestId: null })
    const third = await getQuote(mock)
    await pay(mock, third)
    await lever('POST', '/solver/resume')
    await waitFor(mock, third.steps[0]!.requestId, 'success')
  })

  it('behavior: blocks and time', async () => {
    const [origin] = chainsOf(mock)
    const before = await clientOf(origin).getBlock()
    await lever('POST', `/chains/${origin.id}/mine`, { blocks: 3 })
    await lever('POST', `/chains/${origin.id}/mine`)
    await lever('POST', `/chains/${origin.id}/time`, { seconds: 3600 })
    const after = await clientOf(origin).getBlock()
    expect(after.number - before.number).to.equal(5n)
    expect(Number(after.timestamp - before.timestamp)).to.be.at.least(3600)
  })

  it('behavior: funds, on the chains and on the venue', async () => {
    const [origin] = chainsOf(mock)
    const address = freshAddress()
    const fund = (chainId: number, currency: string, amount: bigint) =>
      lever('POST', '/fund', { chainId, address, currency, amount: amount.toString() })
    await fund(origin.id, zeroAddress, ether)
    await fund(origin.id, tokenOf(origin), 5n * usdc)
    expect(await balanceOf(origin, zeroAddress, address)).to.equal(ether)
    expect(await balanceOf(origin, tokenOf(origin), address)).to.equal(5n * usdc)
    const perps = `0x${'0'.repeat(32)}` as const
    await fund(1337, perps, 123n)
    expect(mock.control.venue.balanceOf(address, perps)).to.equal(123n)
    await lever('PUT', `/venue/accounts/${address}`, { mode: 'unifiedAccount' })
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify({ type: 'userAbstraction', user: address })
    expect(await (await fetch(mock.venueInfoUrl, { ...asked, body })).json()).to.equal('unifiedAccount')
  })

  it('behavior: keys and their sponsor balances', async () => {
    const { apiKey } = await lever('POST', '/keys')
    expect((await call(mock, '/requests/v3', { apiKey })).status).to.equal(200)
    expect(await lever('PUT', `/keys/${apiKey}`, { sponsorBalance: '77' })).to.deep.equal({ found: true })
    expect((await lever('GET', '/keys')).keys).to.deep.include({ apiKey, sponsorBalance: '77' })
    expect(await lever('DELETE', `/keys/${apiKey}`)).to.deep.equal({ found: true })
    expect((await call(mock, '/requests/v3', { apiKey })).status).to.equal(401)
    expect(await lever('PUT', `/keys/${apiKey}`, { sponsorBalance: '77' })).to.deep.equal({ found: false })
    expect(await lever('POST', '/keys', { apiKey: 'mine' })).to.deep.equal({ apiKey: 'mine' })
  })

  it('behavior: webhooks, websockets, and all requests', async () => {
    const { apiKey } = mock
    await lever('PUT', `/webhooks/${apiKey}`, { url: 'http://127.0.0.1:9/hook', headers: { 'x-app': 'a' } })
    expect((await lever('GET', '/webhooks')).webhooks).to.deep.equal([
      { apiKey, url: 'http://127.0.0.1:9/hook', headers: { 'x-app': 'a' } },
    ])
    expect(await lever('DELETE', `/webhooks/${apiKey}`)).to.deep.equal({ found: true })
    await lever('POST', '/websockets/drop')
    await lever('POST', '/websockets/restart', { downMs: 0 })
    const quote = await getQuote(mock)
    const { requests } = await lever('GET', '/requests')
    expect(requests.at(-1)).to.deep.include({ id: quote.steps[0]!.requestId, status: 'waiting' })
    expect(requests.at(-1).terms.inputAmount).to.equal('1000000000000000000')
  })

  it('error: invalid input, with its path', async () => {
    const cases: [method: string, path: string, body: unknown, message: string][] = [
      ['PUT', '/faults/unheard', {}, 'name: must be'],
      ['PUT', '/faults/shortFill', { times: 0 }, 'times: must be'],
      ['PUT', '/faults/shortFill', { often: 1 }, 'often'],
      ['PUT', '/faults/shortFill', { path: '/quote' }, 'path must be left out for shortFill'],
      ['PUT', '/faults/rateLimit', { path: 'quote' }, 'path: must begin with /'],
      ['POST', '/chains/31101/time', {}, 'seconds: must be'],
      ['POST', '/chains/31101/time', { seconds: -1 }, 'seconds: must be'],
      ['POST', '/chains/7/mine', {}, 'chainId must be 31101 or 31102'],
      ['POST', '/chains/x/mine', {}, 'chainId: must be a chain id'],
      [
        'POST',
        '/fund',
        { chainId: 31101, address: '0x1', currency: zeroAddress, amount: '1' },
        'address: must',
      ],
      [
        'POST',
        '/fund',
        { chainId: 31101, address: zeroAddress, currency: freshAddress(), amount: '1' },
        'currency',
      ],
      [
        'POST',
        '/fund',
        { chainId: 31101, address: zeroAddress, currency: zeroAddress, amount: 1 },
        'amount: must',
      ],
      ['PUT', '/webhooks/key', { url: 'http://example.com' }, 'webhook.url must be'],
    ]
    for (const [method, path, body, message] of cases) {
      const answer = await call(mock, `/_control${path}`, { method, body })
      expect(answer.status, `${path} ${JSON.stringify(body)}`).to.equal(400)
      expect(answer.body.message).to.include(message)
    }
    expect(mock.control.faults.list()).to.deep.equal([])
    expect((await call(mock, '/_control/nothing')).status).to.equal(404)
    expect((await call(mock, '/_control/fund')).status).to.equal(405)
  })

  it("error: refuses a web page's origin, and a host name that resolves to this machine", async () => {
    const { port } = new URL(mock.url)
    const send = (headers: Record<string, string>, path = '/_control/faults') =>
      new Promise<number>((resolve, reject) => {
        httpRequest({ host: '127.0.0.1', port, path, headers }, (response) => {
          response.resume()
          resolve(response.statusCode!)
        })
          .on('error', reject)
          .end()
      })
    expect(await send({ host: `localhost:${port}` })).to.equal(200)
    expect(await send({ host: `127.0.0.1:${port}`, origin: 'http://localhost:3000' })).to.equal(200)
    const foreign: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: `127.0.0.1.evil.example:${port}` },
      { host: `127.0.0.1:${port}`, origin: 'https://evil.example' },
      { host: `127.0.0.1:${port}`, origin: 'null' },
    ]
    for (const headers of foreign) {
      expect(await send(headers), JSON.stringify(headers)).to.equal(403)
      expect(await send(headers, '/%5fcontrol/faults'), JSON.stringify(headers)).to.equal(403)
      expect(await send(headers, '/chains')).to.equal(200)
    }
  })

  describe('faults of answers, as the client handles them', () => {
    const client = (retries = 2, timeoutMs = 5_000) =>
      createServiceClient({
        profile: 'mock',
        baseUrl: mock.url,
        timeoutMs,
        retry: { limit: retries, delayMs: 1, maxDelayMs: 5_000 },
      })
    const isLeft = (name: FaultName) => mock.control.faults.list().some((fault) => fault.name === name)

    it('behavior: rateLimit: the client waits for Retry-After and retries, or reports it', async () => {
      await lever('PUT', '/faults/rateLimit', { times: 1, retryAfterSeconds: 0, path: '/chains' })
      expect((await client().getSwapSources()).sources).to.deep.equal(['mock-exchange'])
      expect(isLeft('rateLimit')).to.equal(true)
      expect((await client().getChains()).chains).to.have.length(3)
      expect(isLeft('rateLimit')).to.equal(false)

      await lever('PUT', '/faults/rateLimit', { times: 1, retryAfterSeconds: 7 })
      const error = await thrown(() => client(0).getQuote(quoteBody(mock) as GetQuoteParameters))
      expect(error).to.include({ name: 'ServiceRateLimitError', status: 429, retryAfterMs: 7_000 })
    })

    it('behavior: dropResponse: the client repeats reads, but never a quote', async () => {
      await lever('PUT', '/faults/dropResponse', { times: 1 })
      expect((await client().getChains()).chains).to.have.length(3)
      expect(isLeft('dropResponse')).to.equal(false)
      await lever('PUT', '/faults/dropResponse', { times: 1 })
      const error = await thrown(() => client(0).getChains())
      expect(error.name).to.equal('ServiceNetworkError')
    })

    it('behavior: dropResponse: the request was still carried out', async () => {
      const count = mock.control.requests().length
      await lever('PUT', '/faults/dropResponse', { times: 1, path: '/quote' })
      await thrown(() => client(0).getQuote(quoteBody(mock) as GetQuoteParameters))
      expect(mock.control.requests()).to.have.length(count + 1)
    })

    it('behavior: delayResponse: the client times out, and the next request is answered', async () => {
      await lever('PUT', '/faults/delayResponse', { times: 1, delayMs: 60_000 })
      const error = await thrown(() => client(0, 100).getChains())
      expect(error).to.include({ name: 'ServiceTimeoutError', timeoutMs: 100 })
      await lever('PUT', '/faults/delayResponse', { times: 1, delayMs: 60_000 })
      expect((await client(2, 300).getSwapSources()).sources).to.have.length(1)
    })

    it('behavior: malformedResponse: the client names the field', async () => {
      await lever('PUT', '/faults/malformedResponse', { times: 1 })
      const error = await thrown(() => client().getChains())
      expect(error).to.include({ name: 'InvalidResponseError', operation: 'GET /chains' })
      expect((await client().getChains()).chains).to.have.length(3)
    })

    it('behavior: a late answer does not keep the mock from closing', async () => {
      const other = await startMockService()
      other.control.faults.set('delayResponse', { delayMs: 600_000 })
      const answer = call(other, '/chains').then(
        () => 'answered',
        () => 'broken',
      )
      // Answered after the first one was taken up.
      await call(other, '/_control/faults')
      await other.close()
      expect(['answered', 'broken']).to.include(await answer)
    })

    it('behavior: no fault affects the control', async () => {
      for (const name of ['rateLimit', 'dropResponse', 'malformedResponse'] as const)
        mock.control.faults.set(name)
      expect((await lever('GET', '/faults')).faults).to.have.length(3)
      expect((await call(mock, '/%5Fcontrol/faults')).status).to.equal(200)
      await lever('DELETE', '/faults')
      expect((await call(mock, '/chains')).status).to.equal(200)
    })
  })
})
