import { expect } from 'chai'
import type { Connection, RequestOptions } from '../../../src/client/connection.js'
import { type ConnectionOptions, createConnection } from '../../../src/client/createConnection.js'
import { getAttestation } from '../../../src/client/operations/getAttestation.js'
import * as operations from '../../../src/client/operations/table.js'
import { thrown } from '../../support/errors.js'
import { answer, inTurn, setUpHttpServer } from '../../support/httpServer.js'
import { mistyped } from '../../support/mistyped.js'
import {
  amount,
  attestation,
  chain,
  config,
  currency,
  details,
  fees,
  quote,
  request,
  requestId,
  requestV2,
  status,
  step,
  usdcAddress,
  user,
  valueAt,
  withValue,
  zero,
} from './fixtures.js'

const upper = (hex: string) => `0x${hex.slice(2).toUpperCase()}`

const trade = {
  user: upper(user),
  originChainId: 1,
  destinationChainId: 8453,
  originCurrency: zero,
  destinationCurrency: upper(usdcAddress),
  amount: 700000000000000000n,
  tradeType: 'EXACT_INPUT' as const,
}
const sentTrade = { ...trade, user, destinationCurrency: usdcAddress, amount: '700000000000000000' }
const permitBody = { kind: 'permit2', requestId: upper(requestId), api: 'user-swap', extra: [1] }
const authorizeBody = {
  type: 'nonce-mapping',
  walletChainId: 1337,
  wallet: upper(user),
  depositor: user,
  nonce: 1763732000123,
  id: requestId,
  signatureChainId: 10,
}
const rawCall = { chainId: 1, to: user, data: '0xABcd', value: 0n }

type Row = {
  name: string
  run(connection: Connection, parameters: never, options?: RequestOptions): Promise<unknown>
  parameters: Record<string, unknown>
  sends: { method: string; path: string; query?: Record<string, string>; body?: unknown }
  answer: unknown
  /** The value that the caller gets; the answer itself by default. */
  gets?: unknown
  /** Fields of the answer that must be there. */
  required: string[]
  /** Values that a field of the answer must not have. */
  wrong: [path: string, value: unknown][]
  /** Values that a parameter must not have. */
  refused: [path: string, value: unknown][]
  repeatable: boolean
}

const rows: Row[] = [
  {
    name: 'getQuote',
    run: operations.getQuote,
    parameters: trade,
    sends: { method: 'POST', path: '/quote/v2', body: sentTrade },
    answer: quote,
    required: ['steps', 'steps[0].id', 'steps[0].kind', 'steps[0].items'],
    wrong: [
      ['steps', {}],
      ['steps[0]', null],
      ['steps[0].kind', 1],
      ['steps[0].items', {}],
      ['steps[0].items[0]', 'text'],
    ],
    refused: [
      ['user', undefined],
      ['user', ''],
      ['user', '0x'],
      ['user', '0x123'],
      ['user', '0xzz'],
      ['user', `${user} `],
      ['originChainId', undefined],
      ['originChainId', 0],
      ['originChainId', '1'],
      ['originChainId', 2 ** 53],
      ['destinationChainId', 1.5],
      ['originCurrency', 5],
      ['destinationCurrency', undefined],
      ['amount', undefined],
      ['amount', 700000000000000000],
      ['amount', 0n],
      ['amount', '0'],
      ['amount', -1n],
      ['amount', '-1'],
      ['amount', '+1'],
      ['amount', '01'],
      ['amount', '1.0'],
      ['amount', '1e18'],
      ['amount', 2n ** 256n],
      ['amount', null],
      ['tradeType', undefined],
      ['tradeType', 'exact_input'],
      ['recipient', null],
      ['refundTo', '0x1'],
      ['slippageTolerance', 10_001],
      ['slippageTolerance', -1],
      ['slippageTolerance', 0.5],
      ['slippageTolerance', '0.5'],
      ['useExternalLiquidity', 'true'],
      ['ttl', -1],
      ['fixedRate', '1'],
    ],
    repeatable: true,
  },
  {
    name: 'getPrice',
    run: operations.getPrice,
    parameters: trade,
    sends: { method: 'POST', path: '/price', body: sentTrade },
    answer: { fees, details: { ...details, sender: undefined, recipient: undefined, route: undefined } },
    required: [],
    wrong: [],
    refused: [
      ['amount', 1],
      ['tradeType', ''],
    ],
    repeatable: true,
  },
  {
    name: 'getStatus',
    run: operations.getStatus,
    parameters: { requestId: upper(requestId) },
    sends: { method: 'GET', path: '/intents/status/v3', query: { requestId } },
    answer: status,
    required: ['status'],
    wrong: [
      ['status', 1],
      ['inTxHashes', '0x01'],
      ['txHashes[0]', 1],
      ['originChainId', 'base'],
      ['destinationChainId', 0],
    ],
    refused: [
      ['requestId', undefined],
      ['requestId', '0xab'],
      ['requestId', 'ab'.repeat(32)],
      ['requestId', `${requestId}00`],
    ],
    repeatable: true,
  },
  {
    name: 'getStatusLegacy',
    run: operations.getStatusLegacy,
    parameters: { requestId },
    sends: { method: 'GET', path: '/intents/status', query: { requestId } },
    answer: { status: 'fallback', inTxHashes: [], txHashes: [], time: 1763732000123 },
    required: ['status'],
    wrong: [['txHashes', {}]],
    refused: [['requestId', '0x']],
    repeatable: true,
  },
  {
    name: 'getAttestation',
    run: getAttestation,
    parameters: { requestId: upper(requestId) },
    sends: { method: 'GET', path: `/requests/${requestId}/signature` },
    answer: attestation,
    gets: {
      layout: 'v1',
      requestId,
      ...attestation.requestData,
      originAmount: 700000000000000000n,
      signature: attestation.signature,
    },
    required: [
      'requestData',
      'signature',
      'requestData.originChainId',
      'requestData.originUser',
      'requestData.originCurrency',
      'requestData.destinationChainId',
      'requestData.destinationUser',
    ],
    wrong: [
      ['requestData.originAmount', 700000000000000000],
      ['requestData.originAmount', '1e3'],
      ['requestData.originAmount', (2n ** 256n).toString()],
      ['requestData.originUser', '0x12'],
      ['requestData.destinationUser', `0x${'00'.repeat(33)}`],
      ['requestData.originChainId', 0],
      ['requestData.destinationChainId', '0x1'],
      ['signature', '0x1'],
      ['signature', null],
    ],
    refused: [
      ['requestId', '../../chains'],
      ['layout', 'v3'],
    ],
    repeatable: true,
  },
  {
    name: 'getRequests',
    run: operations.getRequests,
    parameters: {
      limit: 50,
      user: upper(user),
      id: upper(requestId),
      chainId: 1,
      apiKey: ['k1', 'k2'],
      referrer: 'a b&c',
      startTimestamp: 1763732000,
      amountUsdMin: 1.5,
      includeChildRequests: true,
      filters: [{ status: 'success', 'not:chainId': [1, 10] }, { failReason: null }],
    },
    sends: {
      method: 'GET',
      path: '/requests/v3',
      query: {
        limit: '50',
        user,
        id: requestId,
        chainId: '1',
        apiKey: 'k1,k2',
        referrer: 'a b&c',
        startTimestamp: '1763732000',
        amountUsdMin: '1.5',
        includeChildRequests: 'true',
        filters: '[{"status":"success","not:chainId":[1,10]},{"failReason":null}]',
      },
    },
    answer: { requests: [request], continuation: 'next', total: 7 },
    required: ['requests'],
    wrong: [
      ['requests', {}],
      ['requests[0]', null],
    ],
    refused: [
      ['limit', 0],
      ['limit', 51],
      ['limit', 1.5],
      ['limit', '10'],
      ['user', '0x1'],
      ['apiKey', undefined],
      ['id', undefined],
      ['sortDirection', 'up'],
      ['startTimestamp', '2026-08-21'],
      ['amountUsdMin', '-1'],
      ['filters', 'status'],
    ],
    repeatable: true,
  },
  {
    name: 'getRequestsV2',
    run: operations.getRequestsV2,
    parameters: { limit: 1, hash: `0x${'AB'.repeat(32)}`, includeOrderData: true, referrer: 'shop' },
    sends: {
      method: 'GET',
      path: '/requests/v2',
      query: { limit: '1', hash: `0x${'ab'.repeat(32)}`, includeOrderData: 'true', referrer: 'shop' },
    },
    answer: { requests: [requestV2], deprecation: { successor: '/requests/v3' } },
    required: ['requests'],
    wrong: [['requests[0]', 'text']],
    refused: [
      ['limit', 0],
      ['limit', 51],
    ],
    repeatable: true,
  },
  {
    name: 'getConfig',
    run: operations.getConfig,
    parameters: { originChainId: 1, destinationChainId: 8453, user: upper(user), currency: 'usdc.e' },
    sends: {
      method: 'GET',
      path: '/config/v2',
      query: { originChainId: '1', destinationChainId: '8453', user, currency: 'usdc.e' },
    },
    answer: config,
    required: [],
    wrong: [],
    refused: [
      ['originChainId', undefined],
      ['originChainId', '1'],
      ['destinationChainId', undefined],
      ['user', ''],
    ],
    repeatable: true,
  },
  {
    name: 'getChains',
    run: operations.getChains,
    parameters: { includeChains: '7560' },
    sends: { method: 'GET', path: '/chains', query: { includeChains: '7560' } },
    answer: { chains: [chain] },
    required: ['chains'],
    wrong: [['chains[0]', 8453]],
    refused: [['includeChains', 7560]],
    repeatable: true,
  },
  {
    name: 'getLiquidity',
    run: operations.getLiquidity,
    parameters: { chainId: 8453 },
    sends: { method: 'GET', path: '/chains/liquidity', query: { chainId: '8453' } },
    answer: {
      liquidity: [
        {
          chainId: 8453,
          currencyId: 'eth',
          symbol: 'ETH',
          address: zero,
          decimals: 18,
          balance: '5',
          amountUsd: '1.2',
        },
      ],
    },
    required: [],
    wrong: [],
    refused: [['chainId', undefined]],
    repeatable: true,
  },
  {
    name: 'getCurrencies',
    run: operations.getCurrencies,
    parameters: {
      chainIds: [1, 8453],
      term: 'usd',
      tokens: [`1:${usdcAddress}`],
      verified: true,
      limit: 100,
      address: upper(usdcAddress),
    },
    sends: {
      method: 'POST',
      path: '/currencies/v2',
      body: {
        chainIds: [1, 8453],
        term: 'usd',
        tokens: [`1:${usdcAddress}`],
        verified: true,
        limit: 100,
        address: usdcAddress,
      },
    },
    answer: [{ ...currency, vmType: 'evm' }],
    required: [],
    wrong: [['[0]', null]],
    refused: [
      ['chainIds[1]', '8453'],
      ['tokens[0]', usdcAddress],
      ['limit', -1],
    ],
    repeatable: true,
  },
  {
    name: 'getTokenPrice',
    run: operations.getTokenPrice,
    parameters: { address: upper(usdcAddress), chainId: 8453 },
    sends: {
      method: 'GET',
      path: '/currencies/token/price',
      query: { address: usdcAddress, chainId: '8453' },
    },
    answer: { price: 0.9998 },
    required: [],
    wrong: [],
    refused: [
      ['address', undefined],
      ['chainId', undefined],
    ],
    repeatable: true,
  },
  {
    name: 'getSwapSources',
    run: operations.getSwapSources,
    parameters: { chainId: 1 },
    sends: { method: 'GET', path: '/swap-sources', query: { chainId: '1' } },
    answer: { sources: ['uniswap-v3'] },
    required: [],
    wrong: [],
    refused: [['chainId', 0]],
    repeatable: true,
  },
  {
    name: 'execute',
    run: operations.execute,
    parameters: {
      executionKind: 'rawCalls',
      data: {
        ...rawCall,
        authorizationList: [
          {
            chainId: 1,
            address: upper(user),
            nonce: 0,
            yParity: 1,
            r: requestId,
            s: requestId,
            // As a wallet's object has it.
            v: 28n,
          },
        ],
      },
      executionOptions: {
        referrer: 'shop',
        subsidizeFees: false,
        destinationChainExecutionData: { calls: [{ to: user, value: 1n, data: '0x' }] },
      },
      requestId: upper(requestId),
      originGasOverhead: 80000,
    },
    sends: {
      method: 'POST',
      path: '/execute',
      body: {
        executionKind: 'rawCalls',
        data: {
          chainId: 1,
          to: user,
          data: '0xabcd',
          value: '0',
          authorizationList: [
            { chainId: 1, address: user, nonce: 0, yParity: 1, r: requestId, s: requestId },
          ],
        },
        executionOptions: {
          referrer: 'shop',
          subsidizeFees: false,
          destinationChainExecutionData: { calls: [{ to: user, value: '1', data: '0x' }] },
        },
        requestId,
        originGasOverhead: 80000,
      },
    },
    answer: { message: 'Transaction submitted', requestId },
    required: ['requestId'],
    wrong: [['requestId', 5]],
    refused: [
      ['executionKind', undefined],
      ['data', undefined],
      ['data.value', 0],
      ['data.data', '0xabc'],
      ['data.authorizationList[0].yParity', 27],
      ['data.authorizationList[0].r', '0x1'],
      ['executionOptions.destinationChainExecutionData.calls[0].value', '-1'],
    ],
    repeatable: false,
  },
  {
    name: 'submitPermit',
    run: operations.submitPermit,
    parameters: { signature: '0xABcd', body: permitBody },
    sends: {
      method: 'POST',
      path: '/execute/permits',
      query: { signature: '0xabcd' },
      body: permitBody,
    },
    answer: { message: 'Success', steps: [step] },
    required: [],
    wrong: [],
    refused: [
      ['signature', undefined],
      ['signature', '0x'],
      ['signature', '0xa'],
      ['body', undefined],
      ['body.kind', undefined],
      ['body.requestId', '0x12'],
    ],
    repeatable: false,
  },
  {
    name: 'authorize',
    run: operations.authorize,
    parameters: { signature: '0xabcd', body: authorizeBody },
    sends: { method: 'POST', path: '/authorize', query: { signature: '0xabcd' }, body: authorizeBody },
    answer: { message: 'Success' },
    required: [],
    wrong: [],
    refused: [
      ['signature', 'abcd'],
      ['body.type', undefined],
      ['body.walletChainId', '1337'],
      ['body.wallet', undefined],
      ['body.depositor', undefined],
      ['body.nonce', '1763732000123'],
      ['body.id', '0x12'],
      ['body.signatureChainId', '0x1'],
    ],
    repeatable: false,
  },
  {
    name: 'indexTransaction',
    run: operations.indexTransaction,
    parameters: { chainId: 1, txHash: upper(requestId), requestId, referrer: 'shop' },
    sends: {
      method: 'POST',
      path: '/transactions/index',
      body: { chainId: '1', txHash: requestId, requestId, referrer: 'shop' },
    },
    answer: { message: 'Success' },
    required: [],
    wrong: [],
    refused: [
      ['chainId', '1'],
      ['txHash', undefined],
      ['txHash', '0x1'],
    ],
    repeatable: true,
  },
  {
    name: 'indexSingleTransaction',
    run: operations.indexSingleTransaction,
    parameters: { requestId, chainId: 1, tx: { txHash: requestId, from: user, value: 10n ** 18n } },
    sends: {
      method: 'POST',
      path: '/transactions/single',
      body: {
        requestId,
        chainId: '1',
        tx: `{"txHash":"${requestId}","from":"${user}","value":"1000000000000000000"}`,
      },
    },
    answer: { message: 'Success' },
    required: [],
    wrong: [],
    refused: [
      ['requestId', undefined],
      ['chainId', 0],
      ['tx', undefined],
      ['tx', { from: user }],
      ['tx', 'not JSON'],
      ['tx', '[]'],
    ],
    repeatable: true,
  },
  {
    name: 'reindexDepositAddress',
    run: operations.reindexDepositAddress,
    parameters: { chainId: 1, depositAddress: upper(user), targetChainId: 10, currency: upper(usdcAddress) },
    sends: {
      method: 'POST',
      path: '/transactions/deposit-address/reindex',
      body: { chainId: 1, depositAddress: user, targetChainId: 10, currency: usdcAddress },
    },
    answer: {
      message: 'Reindexed',
      triggeredCurrencies: [{ currency: usdcAddress, symbol: 'USDC', balance: '5' }],
      checkedCurrencies: 3,
      failedCurrencies: 0,
    },
    required: [],
    wrong: [],
    refused: [
      ['chainId', undefined],
      ['depositAddress', undefined],
    ],
    repeatable: true,
  },
  {
    name: 'getAppFeeBalances',
    run: operations.getAppFeeBalances,
    parameters: { wallet: upper(user) },
    sends: { method: 'GET', path: `/app-fees/${user}/balances` },
    answer: {
      balances: [amount],
      totalBalanceUsd: '30.9',
      outstandingFastFillBalanceUsd: '0',
      availableBalanceUsd: '30.9',
    },
    required: [],
    wrong: [],
    refused: [
      ['wallet', undefined],
      ['wallet', ''],
      ['wallet', '..'],
    ],
    repeatable: true,
  },
  {
    name: 'claimAppFees',
    run: operations.claimAppFees,
    parameters: { wallet: user, chainId: 8453, currency: upper(usdcAddress), recipient: user, amount: 5n },
    sends: {
      method: 'POST',
      path: `/app-fees/${user}/claim`,
      body: { chainId: 8453, currency: usdcAddress, recipient: user, amount: '5' },
    },
    answer: { steps: [{ ...step, id: 'authorize', kind: 'signature' }] },
    required: ['steps'],
    wrong: [['steps[0].items', {}]],
    refused: [
      ['chainId', undefined],
      ['currency', undefined],
      ['recipient', undefined],
      ['amount', 5],
      ['amount', '0'],
    ],
    repeatable: false,
  },
  {
    name: 'getAppFeeClaims',
    run: operations.getAppFeeClaims,
    parameters: { wallet: upper(user), limit: 5, continuation: 'next' },
    sends: { method: 'GET', path: `/app-fees/${user}/claims`, query: { limit: '5', continuation: 'next' } },
    answer: { claims: [{ claimId: 'c1', wallet: user, currency: amount, status: 'success' }] },
    required: [],
    wrong: [],
    refused: [
      ['wallet', '..'],
      ['limit', 51],
    ],
    repeatable: true,
  },
  {
    name: 'getDepositAddress',
    run: operations.getDepositAddress,
    parameters: { address: upper(user) },
    sends: { method: 'GET', path: '/deposit-addresses/v1', query: { address: user } },
    answer: { depositAddress: user, type: 'open', requestId, chainId: 8453, currency: null },
    required: [],
    wrong: [],
    refused: [
      ['address', undefined],
      ['requestId', '0x12'],
    ],
    repeatable: true,
  },
  {
    name: 'getDepositAddressV2',
    run: operations.getDepositAddressV2,
    parameters: { requestId },
    sends: { method: 'GET', path: '/deposit-addresses/v2', query: { requestId } },
    answer: { deposits: [{ txHash: requestId }], sweeps: [], more: 1 },
    required: [],
    wrong: [],
    refused: [
      ['address', user],
      ['requestId', '0x12'],
    ],
    repeatable: true,
  },
  {
    name: 'disableDepositAddress',
    run: operations.disableDepositAddress,
    parameters: { depositAddressId: 'a/b c' },
    sends: { method: 'POST', path: '/deposit-addresses/a%2Fb%20c/disable/v2', body: {} },
    answer: { whatever: 1 },
    required: [],
    wrong: [],
    refused: [
      ['depositAddressId', '..'],
      ['depositAddressId', ''],
      ['depositAddressId', undefined],
    ],
    repeatable: false,
  },
  {
    name: 'getChainsHealth',
    run: operations.getChainsHealth,
    parameters: { chainId: 8453 },
    sends: { method: 'GET', path: '/chains/health', query: { chainId: '8453' } },
    answer: { healthy: true },
    required: [],
    wrong: [],
    refused: [['chainId', 0]],
    repeatable: true,
  },
  {
    name: 'getUsage',
    run: operations.getUsage,
    parameters: { granularity: 'daily', startTimestamp: 1, endTimestamp: 2, apiKey: ['k1', 'k2'] },
    sends: {
      method: 'GET',
      path: '/metrics/usage',
      query: { granularity: 'daily', startTimestamp: '1', endTimestamp: '2', apiKey: 'k1,k2' },
    },
    answer: {
      metrics: [
        {
          apiKey: 'k1',
          timestamp: 1763732000,
          endpoint: '/quote/v2',
          statusCode: 400,
          errorCode: 'NO_QUOTES',
          count: 3,
        },
      ],
    },
    required: [],
    wrong: [],
    refused: [
      ['apiKey', Array(51).fill('k')],
      ['startTimestamp', -1],
    ],
    repeatable: true,
  },
  {
    name: 'fastFill',
    run: operations.fastFill,
    parameters: { requestId: upper(requestId), solverInputCurrencyAmount: 5n, maxFillAmountUsd: '10.5' },
    sends: {
      method: 'POST',
      path: '/fast-fill',
      body: { requestId, solverInputCurrencyAmount: '5', maxFillAmountUsd: 10.5 },
    },
    answer: { message: 'Success' },
    required: [],
    wrong: [],
    refused: [
      ['requestId', undefined],
      ['solverInputCurrencyAmount', 5],
      ['maxFillAmountUsd', -1],
    ],
    repeatable: false,
  },
]

for (const { name, run, parameters, sends, gets, required, wrong, refused, repeatable, ...row } of rows) {
  describe(name, () => {
    const server = setUpHttpServer()
    const call = (values: unknown, options: Partial<ConnectionOptions> = {}, request?: RequestOptions) =>
      run(
        createConnection({ profile: 'mock', baseUrl: server.url, retry: { limit: 0 }, ...options }),
        mistyped(values),
        request,
      )
    beforeEach(() => server.respondWith(answer(200, row.answer)))

    it('default', async () => {
      const result = await call(parameters)
      expect(result).deep.equal(gets ?? JSON.parse(JSON.stringify(row.answer)))

      expect(server.requests).length(1)
      const { method, path, query, body, text } = server.requests[0]!
      expect({ method, path, query: Object.fromEntries(query) }).deep.equal({
        method: sends.method,
        path: sends.path,
        query: sends.query ?? {},
      })
      if (sends.body) expect(body).deep.equal(sends.body)
      else expect(text).equal('')
    })

    it('behavior: unknown parameters are sent too', async () => {
      await call({ ...parameters, added: 'later' })
      const { query, body } = server.requests[0]!
      const inPath = name === 'getAttestation'
      const inBody = sends.body && !['authorize', 'submitPermit'].includes(name)
      if (inBody) expect(body).include({ added: 'later' })
      else if (!inPath && sends.method === 'GET') expect(query.get('added')).equal('later')
    })

    if (!gets && !Array.isArray(row.answer)) {
      it('behavior: unknown fields of the answer are kept', async () => {
        const extended = { ...(row.answer as object), added: { later: [1] } }
        server.respondWith(answer(200, extended))
        expect(await call(parameters)).deep.include({ added: { later: [1] } })
      })
    }

    it(`behavior: is ${repeatable ? '' : 'not '}retried after a fault of the service`, async () => {
      server.respondWith(inTurn(answer(503, { message: 'busy' }), answer(200, row.answer)))
      const outcome = await call(parameters, { retry: { limit: 1, delayMs: 1 } }).catch(
        (error: Error) => error,
      )
      expect(server.requests).length(repeatable ? 2 : 1)
      expect(outcome instanceof Error).equal(!repeatable)
    })

    it('behavior: the caller’s signal ends it', async () => {
      const error = await thrown(() => call(parameters, {}, { signal: AbortSignal.abort() }))
      expect(error).include({ name: 'ServiceAbortedError' })
      expect(server.requests).length(0)
    })

    for (const path of required) {
      it(`error: the answer has no ${path}`, async () => {
        server.respondWith(answer(200, withValue(row.answer, path, undefined)))
        const error = await thrown(() => call(parameters))
        expect(error).include({ name: 'InvalidResponseError', path, value: undefined })
      })
    }

    for (const [path, value] of wrong) {
      it(`error: ${path} of the answer is ${JSON.stringify(value)}`, async () => {
        server.respondWith(answer(200, withValue(row.answer, path, value)))
        const error = await thrown(() => call(parameters))
        expect(error).deep.include({ name: 'InvalidResponseError', path, value })
      })
    }

    for (const [path, value] of refused) {
      const shown = typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)
      it(`error: the parameter ${path} is ${shown}`, async () => {
        const values = withValue(parameters, path, value)
        const error = await thrown(() => call(values))
        expect(error).deep.include({ name: 'InvalidRequestError', path, value: valueAt(values, path) })
        expect(error.message).contain(` ${path} must be `)
        expect(server.requests).length(0)
      })
    }

    it('error: the parameters are not an object', async () => {
      const error = await thrown(() => call(null))
      expect(error).include({ name: 'InvalidRequestError', path: '', value: null })
      expect(server.requests).length(0)
    })

    it('error: the service refuses', async () => {
      server.respondWith(answer(401, { message: 'No key.' }))
      const error = await thrown(() => call(parameters))
      expect(error).include({ name: 'ServiceHttpError', status: 401 })
    })
  })
}
