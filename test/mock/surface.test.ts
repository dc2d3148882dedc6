import { expect } from 'chai'
import { zeroAddress } from 'viem'
import * as z from 'zod'
import { createServiceClient } from '../../src/client/index.js'
import { chainsSchema, liquiditySchema } from '../../src/service/resources/chain.js'
import { listedCurrencySchema } from '../../src/service/resources/currency.js'
import { legacyStatusSchema, statusSchema } from '../../src/service/resources/status.js'
import { complete } from '../support/complete.js'
import {
  balanceOf,
  call,
  chainsOf,
  freshAddress,
  getQuote,
  pay,
  quoteBody,
  setUpMock,
  tokenOf,
  waitFor,
} from './helpers.js'

describe('the surface of the mock', () => {
  const { mock } = setUpMock()
  const client = () => createServiceClient({ profile: 'mock', baseUrl: mock.url, apiKey: mock.apiKey })

  it('default: GET /chains has the fields that an integration reads, and the venue', async () => {
    const { body } = await call(mock, '/chains')
    const { chains } = chainsSchema.parse(body)
    expect(chains.map(({ id, name, vmType }) => [id, name, vmType])).to.deep.equal([
      [31101, 'mockorigin', 'evm'],
      [31102, 'mockdestination', 'evm'],
      [1337, 'venue', 'hypevm'],
    ])
    for (const [index, { depository, routers, rpcUrl, tokens }] of mock.chains.entries()) {
      const chain = chains[index]!
      expect(chain).to.include({ httpRpcUrl: rpcUrl, depositEnabled: true, disabled: false })
      expect(chain.currency).to.include({ id: 'eth', symbol: 'ETH', address: zeroAddress, decimals: 18 })
      expect(chain.erc20Currencies?.map(({ address }) => address)).to.deep.equal(
        tokens.map(({ address }) => address.toLowerCase()),
      )
      expect(chain.solverCurrencies).to.have.length(tokens.length + 1)
      expect(chain.featuredTokens).to.have.length(tokens.length)
      const [newest, v3] = routers.map(({ address, approvalProxy }) => ({
        erc20Router: address.toLowerCase(),
        approvalProxy: approvalProxy.toLowerCase(),
      }))
      expect(chain.contracts).to.deep.equal({ ...newest, v3, 'v3.2': newest })
      expect(chain.solverAddresses).to.deep.equal([mock.solver.toLowerCase()])
      expect(chain.protocol?.v2).to.deep.equal({ chainId: chain.name, depository: depository.toLowerCase() })
    }
    const venue = chains[2]!
    expect(venue.currency).to.include({ symbol: 'USDC', address: `0x${'0'.repeat(32)}`, decimals: 8 })
    expect((await client().getChains()).chains).to.have.length(3)
  })

  it('behavior: GET / lists every route, the websocket’s messages and the webhook', async () => {
    const { body } = await call(mock, '/')
    const routes = [...Object.values<string[]>(body.operations).flat(), ...body.control]
    const { paths } = (await call(mock, '/openapi.json')).body
    for (const [path, methods] of Object.entries<object>(paths)) {
      for (const method of Object.keys(methods)) expect(routes).to.include(`${method.toUpperCase()} ${path}`)
    }
    expect(body.operations).to.include.keys('/quote', '/intents', '/requests', '/chains', '/venue')
    for (const route of routes) {
      const [method, path] = route.split(' ') as [string, string]
      // The other method of a path that is served names the methods that are.
      const { headers, status } = await fetch(`${mock.url}${path.replace(/[{}]/g, '')}`, { method: 'PATCH' })
      expect(status, route).to.equal(405)
      expect(headers.get('allow'), route).to.include(method)
    }

    const { apiKey } = mock
    const [set, path] = body.webhook.set.split(' ')
    const registered = await call(mock, path.replace('{apiKey}', apiKey), {
      method: set,
      body: JSON.parse(JSON.stringify(body.webhook.body).replace('{url}', 'http://127.0.0.1:9/hook')),
    })
    expect(registered.status).to.equal(200)
    expect(mock.control.events.webhooks()).to.deep.equal([{ apiKey, url: 'http://127.0.0.1:9/hook' }])
    mock.control.events.unregisterWebhook(apiKey)

    const id = `0x${'11'.repeat(32)}`
    const socket = new WebSocket(new URL(body.websocket.url, mock.wsUrl))
    const answers: { type: string; status: string }[] = []
    await new Promise<void>((resolve) => {
      socket.onmessage = ({ data }) => {
        const { type, status } = JSON.parse(data)
        answers.push({ type, status })
        const next = [body.websocket.subscribe, body.websocket.unsubscribe][answers.length - 1]
        if (next) socket.send(JSON.stringify(next).replace('{requestId}', id))
        else resolve()
      }
    })
    socket.close()
    expect(answers).to.deep.equal([
      { type: 'connection', status: 'ready' },
      { type: 'subscribe', status: 'success' },
      { type: 'unsubscribe', status: 'success' },
    ])
  })

  it('behavior: GET /chains/health', async () => {
    expect((await call(mock, '/chains/health')).body).to.deep.equal({ healthy: true })
    expect((await call(mock, '/chains/health?chainId=31102')).body).to.deep.equal({ healthy: true })
    const { status, body } = await call(mock, '/chains/health?chainId=5')
    expect(status).to.equal(400)
    expect(body).to.deep.equal({ message: 'Chain 5 is not supported.', code: 'UNSUPPORTED_CHAIN' })
  })

  it('behavior: GET /chains/liquidity has the solver’s balances', async () => {
    const [origin] = chainsOf(mock)
    const { body } = await call(mock, `/chains/liquidity?chainId=${origin.id}`)
    const { liquidity } = complete(liquiditySchema.parse(body))
    expect(liquidity.map(({ symbol }) => symbol)).to.deep.equal(['ETH', 'USDC', 'WBTC', 'DAI'])
    const balance = await balanceOf(origin, tokenOf(origin), mock.solver)
    expect(liquidity[1]).to.include({
      chainId: origin.id,
      currencyId: 'usdc',
      decimals: 6,
      balance: balance.toString(),
      amountUsd: `${balance / 10n ** 6n}.${(balance % 10n ** 6n).toString().padStart(6, '0')}`,
    })
    expect((await client().getLiquidity({ chainId: origin.id })).liquidity).to.have.length(4)
    for (const query of ['', '?chainId=x', '?chainId=1&chainId=2', '?chainId=0']) {
      expect((await call(mock, `/chains/liquidity${query}`)).status, query).to.equal(400)
    }
  })

  it('behavior: POST /currencies/v2 filters, and v1 groups', async () => {
    const list = async (body: object) =>
      z.array(listedCurrencySchema).parse((await call(mock, '/currencies/v2', { body })).body)
    const [origin, destination] = chainsOf(mock)
    expect(await list({})).to.have.length(8)
    expect(await list({ chainIds: [origin.id] })).to.have.length(4)
    expect((await list({ term: 'usd' })).map(({ symbol }) => symbol)).to.deep.equal(['USDC', 'USDC'])
    expect(await list({ currencyId: 'dai', chainIds: [destination.id] })).to.have.length(1)
    expect(await list({ address: tokenOf(origin).toUpperCase().replace('0X', '0x') })).to.have.length(1)
    expect(await list({ tokens: [`${origin.id}:${tokenOf(origin)}`] })).to.have.length(1)
    expect(await list({ limit: 3 })).to.have.length(3)
    expect(await list({ term: 'nothing' })).to.deep.equal([])
    expect((await list({ currencyId: 'eth', limit: 1 }))[0]).to.deep.equal({
      chainId: origin.id,
      address: zeroAddress,
      symbol: 'ETH',
      name: 'Ether',
      decimals: 18,
      vmType: 'evm',
      metadata: { logoURI: '', verified: true, isNative: true },
    })
    const groups = (await call(mock, '/currencies/v1', { body: {} })).body
    expect(groups.map((group: { groupID: string }[]) => group.map(({ groupID }) => groupID))).to.deep.equal(
      ['eth', 'usdc', 'wbtc', 'dai'].map((symbol) => [symbol, symbol]),
    )
    expect(await client().getCurrencies({ term: 'dai' })).to.have.length(2)
    expect((await call(mock, '/currencies/v2', { body: { limit: 'many' } })).status).to.equal(400)
    expect((await call(mock, '/currencies/trending?limit=2')).body).to.have.length(2)
    expect((await call(mock, '/currencies/trending?chainId=31101')).body).to.have.length(4)
  })

  it('behavior: prices, as a number and as text', async () => {
    const [origin] = chainsOf(mock)
    const query = (address: string) => `?address=${address}&chainId=${origin.id}`
    expect((await call(mock, `/currencies/token/price${query(zeroAddress)}`)).body).to.deep.equal({
      price: 3000,
    })
    expect((await call(mock, `/currencies/token/price/v2${query(tokenOf(origin))}`)).body).to.deep.equal({
      price: '1',
    })
    expect(await client().getTokenPrice({ chainId: origin.id, address: zeroAddress })).to.deep.equal({
      price: 3000,
    })
    const refused = await call(mock, `/currencies/token/price${query(freshAddress())}`)
    expect(refused.status).to.equal(400)
    expect(refused.body).to.have.all.keys('error')
  })

  it('behavior: GET /swap-sources', async () => {
    expect((await call(mock, '/swap-sources')).body).to.deep.equal({ sources: ['mock-exchange'] })
    expect((await call(mock, '/swap-sources?chainId=31101')).status).to.equal(200)
    const refused = await call(mock, '/swap-sources?chainId=3')
    expect(refused.status).to.equal(400)
    expect(refused.body).to.have.all.keys('message')
  })

  it('behavior: the status on its three paths', async () => {
    const quote = await getQuote(mock)
    const { requestId } = quote.steps[0]!
    const read = async (path: string) =>
      (await call(mock, `${path}?requestId=${requestId}&referrer=app`)).body
    expect(legacyStatusSchema.parse(await read('/intents/status'))).to.include({ status: 'unknown' })
    const fresh = await read('/intents/status/v2')
    expect(fresh).to.include({ status: 'waiting', originChainId: 31101, destinationChainId: 31102 })
    expect(fresh.time).to.be.a('number').and.equal(fresh.quoteCreatedAt)
    expect(fresh).not.to.have.any.keys('updatedAt', 'failReason', 'refundFailReason')
    statusSchema.parse(await read('/intents/status/v3'))

    const inTxHash = await pay(mock, quote)
    const { txHashes } = await waitFor(mock, requestId, 'success')
    for (const path of ['/intents/status', '/intents/status/v2', '/intents/status/v3']) {
      expect(await read(path), path).to.deep.include({ status: 'success', inTxHashes: [inTxHash], txHashes })
    }
    expect((await client().getStatusLegacy({ requestId })).status).to.equal('success')
  })

  it('behavior: a refund is a fallback on the oldest path', async () => {
    const quote = await getQuote(mock, { amount: '5000000000000000000' })
    const { requestId } = quote.steps[0]!
    const { data } = quote.steps[0]!.items[0]!
    // Less than what was quoted is sent back.
    await pay(mock, {
      ...quote,
      steps: [{ ...quote.steps[0]!, items: [{ data: { ...data, value: '1000000000000000000' } }] }],
    })
    await waitFor(mock, requestId, 'refund')
    const read = async (path: string) => (await call(mock, `${path}?requestId=${requestId}`)).body.status
    expect(await read('/intents/status')).to.equal('fallback')
    expect(await read('/intents/status/v2')).to.equal('refund')
  })

  it('behavior: GET /deposit-addresses/v1', async () => {
    const { apiKey } = mock
    const user = mock.accounts[2]!.address
    const quote = await getQuote(mock, { user, useDepositAddress: true, strict: true, refundTo: user })
    const { requestId } = quote.steps[0]!
    const { body } = await call(mock, `/deposit-addresses/v1?requestId=${requestId}`, { apiKey })
    expect(body).to.deep.include({
      requestId,
      type: 'strict',
      chainId: 31101,
      currency: zeroAddress,
      refundTo: user.toLowerCase(),
    })
    expect(Date.parse(body.createdAt)).to.be.closeTo(Date.now(), 60_000)
    const byAddress = await call(mock, `/deposit-addresses/v1?address=${body.depositAddress}`, { apiKey })
    expect(byAddress.body).to.deep.equal(body)
    const unknown = await call(mock, `/deposit-addresses/v1?address=${freshAddress()}`, { apiKey })
    expect(unknown.status).to.equal(404)
    expect(unknown.body).to.have.all.keys('message')
    expect((await call(mock, '/deposit-addresses/v1', { apiKey })).status).to.equal(400)
    const { body: history } = await call(mock, `/deposit-addresses/v2?requestId=${requestId}`, { apiKey })
    expect(history).to.deep.equal({ deposits: [], sweeps: [] })
    expect((await call(mock, `/deposit-addresses/v2?requestId=${requestId}`)).status).to.equal(401)
  })

  it('behavior: GET /prices/rates has native currencies and USDC', async () => {
    expect((await call(mock, '/prices/rates')).body).to.deep.equal({ ETH: 3000, USDC: 1 })
    expect(await client().getPriceRates()).to.deep.equal({ ETH: 3000, USDC: 1 })
  })

  it('behavior: pages of other origins can call it, and read the headers they need', async () => {
    const preflight = await call(mock, '/quote/v2', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, x-api-key',
      },
    })
    expect(preflight.status).to.equal(204)
    expect(preflight.headers.get('access-control-allow-origin')).to.equal('*')
    expect(preflight.headers.get('access-control-allow-headers')).to.equal('content-type, x-api-key')
    expect(preflight.headers.get('access-control-allow-methods')).to.include('POST')
    const answers = [
      await call(mock, '/quote/v2', { body: quoteBody(mock) }),
      await call(mock, '/quote/v2', { body: {} }),
      await call(mock, '/nowhere'),
    ]
    for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).to.equal('*')
    expect(answers[0]!.headers.get('access-control-expose-headers')).to.include('retry-after')
  })
})
