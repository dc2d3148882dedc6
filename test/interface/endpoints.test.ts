import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { encodeAbiParameters, type Hex, keccak256 } from 'viem'
import { numberOf } from '../../scripts/interface/items.js'
import type { Connection } from '../../src/client/connection.js'
import { createConnection } from '../../src/client/createConnection.js'
import { getAttestation } from '../../src/client/operations/getAttestation.js'
import { iterateRequests } from '../../src/client/operations/iterateRequests.js'
import * as operations from '../../src/client/operations/table.js'
import { hashAttestation } from '../../src/protocol/attestation/hashAttestation.js'
import { recoverSolver } from '../../src/protocol/attestation/recoverSolver.js'
import { configCurrencies } from '../../src/service/resources/config.js'
import type { QuoteV2 } from '../../src/service/resources/quote.js'
import {
  config,
  details,
  quote,
  request,
  requestId,
  requestV2,
  status,
  step,
  trade,
  usdcAddress,
  user,
  withValue,
} from '../client/operations/fixtures.js'
import { thrown } from '../support/errors.js'
import { answer, type HttpServer, inTurn, startHttpServer } from '../support/httpServer.js'

let server: HttpServer
const connect = () => createConnection({ profile: 'mock', baseUrl: server.url, retry: { limit: 0 } })
const useServer = () => {
  before(async () => {
    server = await startHttpServer()
  })
  after(() => server.close())
}

describe('interface: Endpoints', () => {
  useServer()

  it('paths are relative to the base URL and bodies are JSON [125]', async () => {
    server.respondWith(answer(200, quote))
    await operations.getQuote(createConnection({ profile: 'mock', baseUrl: `${server.url}/base/` }), trade)
    const { path, headers, body } = server.requests[0]!
    expect(path).equal('/base/quote/v2')
    expect(headers['content-type']).match(/^application\/json/)
    expect(body).deep.equal(trade)
  })

  it('GET sends no body, and an answer without a required body is refused', async () => {
    server.respondWith(answer(200, ''))
    const error = await thrown(() => operations.getStatus(connect(), { requestId }))
    expect(error).include({ name: 'InvalidResponseError', path: '', value: '' })
    expect(server.requests[0]).include({ method: 'GET', text: '' })
    const { signature, body } = {
      signature: '0x12',
      body: {
        type: 'nonce-mapping',
        walletChainId: 1337,
        wallet: user,
        depositor: user,
        nonce: 1,
        id: requestId,
        signatureChainId: 1,
      },
    }
    expect(await operations.authorize(connect(), { signature, body })).deep.equal({})
  })
})

describe('interface: POST /quote/v2', () => {
  useServer()

  const send = async (change: object, body: unknown = quote) => {
    server.respondWith(answer(200, body))
    const result = (await operations.getQuote(connect(), { ...trade, ...change })) as QuoteV2
    return { result, sent: server.requests[0]! }
  }

  it('the required fields are sent, and a request without one is refused [127-133]', async () => {
    const { sent } = await send({})
    expect(sent).include({ method: 'POST', path: '/quote/v2' })
    expect(sent.body).deep.equal({
      user,
      originChainId: 1,
      destinationChainId: 8453,
      originCurrency: usdcAddress,
      destinationCurrency: usdcAddress,
      amount: '1000000',
      tradeType: 'EXACT_INPUT',
    })
    for (const path of Object.keys(trade)) {
      expect(await thrown(() => send({ [path]: undefined }))).include({ name: 'InvalidRequestError', path })
    }
    expect(server.requests).length(0)
  })

  const optional: [field: string, value: unknown, wrong: unknown][] = [
    ['recipient', user, 1],
    ['refundTo', user, '0x1'],
    ['referrer', 'shop', 1],
    ['useExternalLiquidity', true, 'true'],
    ['protocolVersion', 'v2', 2],
    ['subsidizeFees', true, 1],
    ['sponsoredFeeComponents', ['execution', 'relay'], 'execution'],
    ['explicitDeposit', false, 0],
  ]
  for (const [field, value, wrong] of optional) {
    it(`${field} is optional, sent unchanged, and has its type [${numberOf('POST /quote/v2', field)}]`, async () => {
      expect((await send({ [field]: value })).sent.body).deep.equal({ ...trade, [field]: value })
      const error = await thrown(() => send({ [field]: wrong }))
      expect(error).include({ name: 'InvalidRequestError', path: field, value: wrong })
      expect(server.requests).length(0)
    })
  }

  it('1337 deposits to the perps venue with the recipient’s venue address [129, 134]', async () => {
    const deposit = { destinationChainId: 1337, destinationCurrency: `0x${'00'.repeat(16)}`, recipient: user }
    expect((await send(deposit)).sent.body).deep.equal({ ...trade, ...deposit })
  })

  it('protocolVersion v2 is mandatory for withdrawals from the venue [138]', async () => {
    expect(await thrown(() => send({ originChainId: 1337 }))).include({ path: 'protocolVersion' })
    const { sent } = await send({ originChainId: 1337, protocolVersion: 'v2' })
    expect(sent.body).include({ originChainId: 1337, protocolVersion: 'v2' })
  })

  it('the sponsorship of a deposit address is sent; the service refuses it [140]', async () => {
    for (const fields of [{ sponsoredFeeComponents: ['swap'] }, { subsidizeFees: true }] as const) {
      const { sent } = await send({ ...fields, useDepositAddress: true })
      expect(sent.body).deep.include({ ...fields, useDepositAddress: true })
    }
  })

  it('a venue withdrawal has the steps authorize and deposit, in this order [142]', async () => {
    const steps = [
      { ...step, id: 'authorize', kind: 'signature' },
      { ...step, id: 'deposit', kind: 'transaction' },
    ]
    const { result } = await send({ originChainId: 1337, protocolVersion: 'v2' }, { ...quote, steps })
    expect(result.steps.map(({ id, kind }) => `${id} ${kind}`)).deep.equal([
      'authorize signature',
      'deposit transaction',
    ])
  })

  it('an EVM bridge has a deposit step with the transaction’s data [143]', async () => {
    const { result } = await send({})
    expect(result.steps).length(1)
    expect(result.steps[0]!.items[0]!.data).deep.equal({
      from: user,
      to: user,
      data: '0x',
      value: '1000',
      chainId: 1,
    })
  })

  it('every step carries the requestId [144]', async () => {
    const { result } = await send({}, { ...quote, steps: [step, step] })
    expect(result.steps.map((step) => step.requestId)).deep.equal([requestId, requestId])
    const error = await thrown(() => send({}, withValue(quote, 'steps[0].kind', undefined)))
    expect(error).include({ name: 'InvalidResponseError', path: 'steps[0].kind' })
  })
})

describe('interface: GET /intents/status/v3?requestId=<request_id>', () => {
  useServer()

  it('the older path has an operation of its own, and its statuses are kept [155]', async () => {
    const older = { status: 'received', inTxHashes: ['0x01'], txHashes: [], time: 1763732000123 }
    server.respondWith(answer(200, older))
    expect(await operations.getStatusLegacy(connect(), { requestId })).deep.equal(older)
    const { path, query } = server.requests[0]!
    expect([path, query.get('requestId')]).deep.equal(['/intents/status', requestId])
  })

  it('returns the status record of a request [153]', async () => {
    server.respondWith(answer(200, status))
    expect(await operations.getStatus(connect(), { requestId })).deep.equal(status)
    const { method, path, query } = server.requests[0]!
    expect({ method, path, query: query.toString() }).deep.equal({
      method: 'GET',
      path: '/intents/status/v3',
      query: `requestId=${requestId}`,
    })
  })
})

describe('interface: GET /requests/{requestId}/signature', () => {
  useServer()

  const { record, solver, hash } = JSON.parse(
    readFileSync(new URL('../vectors/attestation-v1-live.json', import.meta.url), 'utf8'),
  )

  it('returns the record, signed by the solver over the seven words [156, 157]', async () => {
    server.respondWith(answer(200, { requestData: record.requestData, signature: record.signature }))
    const attestation = await getAttestation(connect(), { requestId: record.requestId })
    expect(server.requests[0]).include({
      method: 'GET',
      path: `/requests/${record.requestId}/signature`,
    })
    expect(await recoverSolver({ attestation })).equal(solver)

    const types = ['bytes32', 'uint256', 'bytes32', 'bytes32', 'uint256', 'uint256', 'bytes32']
    const words = [
      attestation.requestId,
      BigInt(attestation.originChainId),
      attestation.originUser,
      attestation.originCurrency,
      attestation.originAmount,
      BigInt(attestation.destinationChainId),
      attestation.destinationUser,
    ] as Hex[]
    const encoded = encodeAbiParameters(
      types.map((type) => ({ type })),
      words,
    )
    expect(keccak256(encoded)).equal(hash)
    expect(hashAttestation(attestation)).equal(hash)
  })
})

describe('interface: GET /config/v2 (deprecated; replaced by the quote operation)', () => {
  useServer()

  it('query parameters are sent, and both chains are required [159-162]', async () => {
    server.respondWith(answer(200, config))
    const parameters = { originChainId: 1, destinationChainId: 8453, user, currency: 'usdc' }
    expect(await operations.getConfig(connect(), parameters)).deep.equal(config)
    expect(Object.fromEntries(server.requests[0]!.query)).deep.equal({
      originChainId: '1',
      destinationChainId: '8453',
      user,
      currency: 'usdc',
    })
    server.respondWith(answer(200, config))
    for (const path of ['originChainId', 'destinationChainId']) {
      const error = await thrown(() => operations.getConfig(connect(), { ...parameters, [path]: undefined }))
      expect(error).include({ name: 'InvalidRequestError', path })
    }
    expect(server.requests).length(0)
    await operations.getConfig(connect(), { originChainId: 1, destinationChainId: 8453 })
    expect([...server.requests[0]!.query.keys()]).deep.equal(['originChainId', 'destinationChainId'])
  })

  it('the currency has only the allowed values [163]', () => {
    expect(configCurrencies.join(', ')).equal(
      'anime, btc, cgt, dai, degen, eth, omi, pop, tg7, tia, usdc, usdc.e, usdt, sol, weth, ape, g7, pengu, plume, plumeusd, gun, somi, synd, xpl, usde, mon, usdh, musd, usdm, pyusd, cash, eusd, pusd, bnb, usdg, pathusd, ausd, usdc.e-cronos',
    )
  })

  it('500 has a message and a code [164]', async () => {
    server.respondWith(answer(500, { message: 'No capacity.', code: 'CAPACITY' }))
    const error = await thrown(() =>
      operations.getConfig(connect(), { originChainId: 1, destinationChainId: 8453 }),
    )
    expect(error).include({ name: 'ServiceHttpError', status: 500, code: 'CAPACITY' })
    expect(error).include({ serviceMessage: 'No capacity.' })
  })

  it('500 with a code is not retried; another 500 is', async () => {
    const ask = () =>
      operations.getConfig(
        createConnection({ baseUrl: server.url, profile: 'mock', retry: { delayMs: 1 } }),
        {
          originChainId: 1,
          destinationChainId: 8453,
        },
      )
    for (const [body, requests] of [
      [{ message: 'No capacity.', code: 'CAPACITY' }, 1],
      ['<html>Oops</html>', 4],
    ] as const) {
      server.respondWith(answer(500, body))
      await thrown(ask)
      expect(server.requests).length(requests)
    }
  })
})

describe('interface: GET /requests/v3 and GET /requests/v2 (v2 deprecated)', () => {
  useServer()

  it('v3 returns fees in data.fees [165]', async () => {
    server.respondWith(answer(200, { requests: [request] }))
    const { requests } = await operations.getRequests(connect())
    expect(server.requests[0]).include({ method: 'GET', path: '/requests/v3' })
    expect(requests[0]?.data?.fees).deep.equal(request.data.fees)
  })

  it('v3 is listed page by page to the end', async () => {
    const page = (id: string, continuation?: string) => answer(200, { requests: [{ id }], continuation })
    server.respondWith(inTurn(page('a', 'one'), page('b', 'two'), page('c')))
    const ids: unknown[] = []
    for await (const { id } of iterateRequests(connect())) ids.push(id)
    expect(ids).deep.equal(['a', 'b', 'c'])
    expect(server.requests.map(({ path }) => path)).deep.equal(Array(3).fill('/requests/v3'))
    const asked = server.requests.map(({ query }) => query.get('continuation'))
    expect(asked).deep.equal([null, 'one', 'two'])
  })

  it('v2 returns the deprecated fees object and expandedPriceImpact [166]', async () => {
    server.respondWith(answer(200, { requests: [requestV2] }))
    const { requests } = await operations.getRequestsV2(connect())
    expect(server.requests[0]).include({ method: 'GET', path: '/requests/v2' })
    expect(requests[0]?.data?.fees?.relayerService?.amount).equal('-5')
    expect(requests[0]?.data?.expandedPriceImpact?.quoted?.execution?.usd).equal('-0.02')
  })
})

describe('interface: Other operations', () => {
  useServer()

  const pair = { chainId: 1, txHash: requestId, requestId }
  const claim = { wallet: user, chainId: 8453, currency: usdcAddress, recipient: user }
  const call = { chainId: 1, to: user, data: '0x', value: 0n }
  const rows: [name: string, sent: string, body: unknown, run: (connection: Connection) => unknown][] = [
    [
      'Submit permit',
      'POST /execute/permits',
      { message: 'Success' },
      (connection) =>
        operations.submitPermit(connection, {
          signature: '0x12',
          body: { kind: 'eip3009', requestId, api: 'swap' },
        }),
    ],
    ['Get chains', 'GET /chains', { chains: [] }, (connection) => operations.getChains(connection)],
    [
      'Get chains liquidity',
      'GET /chains/liquidity',
      { liquidity: [] },
      (connection) => operations.getLiquidity(connection, { chainId: 1 }),
    ],
    ['Get currencies', 'POST /currencies/v2', [], (connection) => operations.getCurrencies(connection)],
    [
      'Get token price',
      'GET /currencies/token/price',
      { price: 1 },
      (connection) => operations.getTokenPrice(connection, { chainId: 1, address: usdcAddress }),
    ],
    [
      'Transactions index',
      'POST /transactions/index',
      { message: 'Success' },
      (connection) => operations.indexTransaction(connection, pair),
    ],
    [
      'Transactions single',
      'POST /transactions/single',
      { message: 'Success' },
      (connection) => operations.indexSingleTransaction(connection, { ...pair, tx: { txHash: requestId } }),
    ],
    [
      'Deposit address reindex',
      'POST /transactions/deposit-address/reindex',
      { message: 'Success', triggeredCurrencies: [] },
      (connection) => operations.reindexDepositAddress(connection, { chainId: 1, depositAddress: user }),
    ],
    [
      'Get app fee balances',
      `GET /app-fees/${user}/balances`,
      { balances: [] },
      (connection) => operations.getAppFeeBalances(connection, { wallet: user }),
    ],
    [
      'Claim app fees',
      `POST /app-fees/${user}/claim`,
      { steps: [] },
      (connection) => operations.claimAppFees(connection, claim),
    ],
    ['Get usage', 'GET /metrics/usage', { metrics: [] }, (connection) => operations.getUsage(connection)],
    [
      'Fast fill',
      'POST /fast-fill',
      { message: 'Success' },
      (connection) => operations.fastFill(connection, { requestId }),
    ],
    [
      'Get swap sources',
      'GET /swap-sources',
      { sources: [] },
      (connection) => operations.getSwapSources(connection),
    ],
    [
      'Execute gasless transactions',
      'POST /execute',
      { message: 'Success', requestId },
      (connection) => operations.execute(connection, { executionKind: 'rawCalls', data: call }),
    ],
    ['Get price', 'POST /price', { details }, (connection) => operations.getPrice(connection, trade)],
  ]
  for (const [name, sent, body, run] of rows) {
    it(`${name}: ${sent} [${numberOf('Other operations', name)}]`, async () => {
      server.respondWith(answer(200, body))
      expect(await run(connect())).deep.equal(body)
      expect(server.requests.map(({ method, path }) => `${method} ${path}`)).deep.equal([sent])
    })
  }
})
