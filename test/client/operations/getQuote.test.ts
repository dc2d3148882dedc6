import { expect } from 'chai'
import fc from 'fast-check'
import { getAbiItem, toFunctionSelector } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createConnection } from '../../../src/client/createConnection.js'
import { type GetQuoteParameters, getQuote } from '../../../src/client/operations/table.js'
import { attestedOrderReceiverAbi } from '../../../src/index.js'
import { thrown } from '../../support/errors.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'
import { quote, requestId, trade, usdcAddress, user, withValue, zero } from './fixtures.js'

/** Every parameter beside those of `trade`. */
const options = {
  recipient: user,
  txs: [{ to: user, value: '1', data: '0x12', originalTxValue: '2' }],
  txsGasLimit: 1,
  gasLimitForDepositSpecifiedTxs: 2,
  authorizationList: [
    { chainId: 0, address: user, nonce: 1, yParity: 0 as const, r: requestId, s: requestId },
  ],
  protocolVersion: 'preferV2',
  explicitDeposit: false,
  includeProtocolData: true,
  referrer: 'shop',
  referrerAddress: user,
  refundTo: user,
  slippageTolerance: '50',
  latePaymentSlippageTolerance: '100',
  appFees: [{ recipient: user, fee: '10' }],
  topupGas: true,
  topupGasAmount: '2000000',
  subsidizeFees: true,
  maxSubsidizationAmount: '0',
  subsidizationBps: 2500,
  referencePrice: { of: ['any', 'form'] },
  useRouteRacing: true,
  routeRacingMinUsdSize: 100,
  sponsoredFeeComponents: ['execution', 'swap', 'relay', 'app', 'rent'],
  subsidizeRent: true,
  refundOnOrigin: true,
  usePermit: true,
  permitExpiry: 600,
  originGasOverhead: 80000,
  enableTrueExactOutput: true,
  useExternalLiquidity: true,
  useFallbacks: true,
  forceSolverExecution: true,
  overridePriceImpact: true,
  disableOriginSwaps: true,
  disableSwapProviderPreference: true,
  includedSwapSources: ['a'],
  excludedSwapSources: ['b'],
  includedOriginSwapSources: ['c'],
  includedDestinationSwapSources: ['d'],
  fixedRate: '1:1',
  ttl: 60,
  additionalData: { userPublicKey: '02ab' },
  depositFeePayer: 'F7p3dFrjRTbtRp8FRF6qHLomXbKRBzpvBLjtQcfcgmNe',
  maxRouteLength: 3,
  useSharedAccounts: true,
  includeComputeUnitLimit: true,
} satisfies Partial<GetQuoteParameters>

const deposit = {
  useDepositAddress: true,
  strict: true,
  refundTo: user,
  recoveryAddress: user,
} satisfies Partial<GetQuoteParameters>

describe('getQuote at a service that simulates the calls', () => {
  const server = setUpHttpServer()

  const refuse = async (data: string) => {
    const body = {
      message: 'It fails.',
      errorCode: 'DESTINATION_TX_FAILED',
      failedCallData: { to: user, data },
    }
    server.respondWith(answer(400, body))
    return thrown(() => getQuote(createConnection({ baseUrl: server.url }), trade))
  }

  it('behavior: explains why payAuthorized fails before the authorization', async () => {
    const selector = toFunctionSelector(getAbiItem({ abi: attestedOrderReceiverAbi, name: 'payAuthorized' }))
    const error = await refuse(`${selector}1234`)
    expect(error).include({ name: 'ServiceHttpError', status: 400, code: 'DESTINATION_TX_FAILED' })
    expect(error.message).include('simulated the call of payAuthorized')
  })

  it('behavior: leaves the failure of another call as it is', async () => {
    expect((await refuse('0x12345678')).message).not.include('payAuthorized')
  })
})

describe('parameters of getQuote', () => {
  const server = setUpHttpServer()
  const send = async (change: Record<string, unknown>) => {
    server.respondWith(answer(200, quote))
    await getQuote(createConnection({ profile: 'mock', baseUrl: server.url }), { ...trade, ...change })
    return server.requests[0]!.body
  }

  it("behavior: sends every parameter in the wire's form", async () => {
    expect(await send(options)).deep.equal({ ...trade, ...options })
    expect(await send(deposit)).deep.equal({ ...trade, ...deposit })
  })

  it("behavior: converts amounts, basis points and hex to the wire's form", async () => {
    const change = {
      amount: 2n ** 256n - 1n,
      maxSubsidizationAmount: 0n,
      topupGasAmount: 2000000n,
      slippageTolerance: 10_000,
      latePaymentSlippageTolerance: 0,
      appFees: [{ recipient: `0x${user.slice(2).toUpperCase()}`, fee: 25 }],
      txs: [{ to: usdcAddress, value: 0n, data: '0xABCDEF' }],
    }
    expect(await send(change)).deep.equal({
      ...trade,
      amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      maxSubsidizationAmount: '0',
      topupGasAmount: '2000000',
      slippageTolerance: '10000',
      latePaymentSlippageTolerance: '0',
      appFees: [{ recipient: user, fee: '25' }],
      txs: [{ to: usdcAddress, value: '0', data: '0xabcdef' }],
    })
  })

  it('behavior: leaves addresses of other virtual machines unchanged', async () => {
    const addresses = [
      'F7p3dFrjRTbtRp8FRF6qHLomXbKRBzpvBLjtQcfcgmNe',
      'bc1qq2mvrp4g3ugd424dw4xv53rgsf8szkrv853jrc',
      'TYVWGh8XkmU49Hi9PkGAZXiiJPB3J5zJZy',
      '0',
      '1234',
    ]
    for (const recipient of addresses) expect(await send({ recipient })).include({ recipient })
    const venue = `0x${'00'.repeat(16)}`
    expect(await send({ destinationCurrency: venue })).include({ destinationCurrency: venue })
  })

  it('behavior: drops fields of a wallet’s authorization that the service does not know', async () => {
    const account = privateKeyToAccount(requestId)
    const authorization = await account.signAuthorization({ address: user, chainId: 1, nonce: 0 })
    const parameters: Partial<GetQuoteParameters> = { authorizationList: [authorization] }
    const { address, chainId, nonce, yParity, r, s } = authorization
    expect(authorization.v).a('bigint')
    const sent = { authorizationList: [{ chainId, address, nonce, yParity, r, s }] }
    expect(await send(parameters)).deep.include(sent)
    const withoutParity = { ...authorization, yParity: undefined }
    expect(await send({ authorizationList: [withoutParity] })).deep.include(sent)
    for (const v of [undefined, 26n, 29n]) {
      const error = await thrown(() => send({ authorizationList: [{ ...withoutParity, v }] }))
      expect(error).include({ name: 'InvalidRequestError', path: 'authorizationList[0].yParity' })
    }
  })

  it('behavior: sends any amount unchanged', async () => {
    const amounts = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
    await fc.assert(
      fc.asyncProperty(amounts, async (amount) => {
        expect(await send({ amount })).include({ amount: `${amount}` })
        expect(await send({ amount: `${amount}` })).include({ amount: `${amount}` })
      }),
      { numRuns: 20 },
    )
  })

  const contradictions: [change: Partial<GetQuoteParameters>, path: string, requirement: string][] = [
    [{ originChainId: 1337 }, 'protocolVersion', 'must be v2 for a withdrawal from the venue'],
    [{ originChainId: 1337, protocolVersion: 'preferV2' }, 'protocolVersion', 'must be v2'],
    [{ useDepositAddress: true, txs: options.txs }, 'txs', 'must be absent with useDepositAddress'],
    [{ recoveryAddress: user }, 'recoveryAddress', 'must be absent without useDepositAddress'],
    [
      { recoveryAddress: user, useDepositAddress: false },
      'recoveryAddress',
      'must be absent without useDepositAddress',
    ],
    [{ topupGas: true, destinationCurrency: zero }, 'topupGas', 'the output is the native currency'],
  ]
  for (const [change, path, requirement] of contradictions) {
    it(`error: ${JSON.stringify(change)}`, async () => {
      const error = await thrown(() => send(change))
      expect(error).include({
        name: 'InvalidRequestError',
        path,
        value: (change as Record<string, unknown>)[path] ?? (trade as Record<string, unknown>)[path],
      })
      expect(error.message).contain(requirement)
      expect(server.requests).length(0)
    })
  }

  const allowed: Partial<GetQuoteParameters>[] = [
    { originChainId: 1337, protocolVersion: 'v2' },
    { destinationChainId: 1337 },
    { useDepositAddress: false, sponsoredFeeComponents: ['swap'] },
    { useDepositAddress: true, txs: [] },
    { useDepositAddress: true, tradeType: 'EXPECTED_OUTPUT' },
    { useDepositAddress: true, tradeType: 'EXACT_OUTPUT' },
    { useDepositAddress: true, strict: true, tradeType: 'EXACT_OUTPUT' },
    { topupGas: true },
    { topupGas: false, destinationCurrency: zero },
  ]
  for (const change of allowed) {
    it(`behavior: ${JSON.stringify(change)} is sent`, async () => {
      expect(await send(change)).deep.include(change)
    })
  }

  it('error: invalid parts of lists', async () => {
    const wrong: [path: string, value: unknown][] = [
      ['txs[0].value', 1],
      ['txs[0].to', ''],
      ['txs[0].data', '0x1'],
      ['appFees[0].fee', '10001'],
      ['appFees[0].fee', 0.1],
      ['appFees[0].recipient', 'F7p3dFrjRTbtRp8FRF6qHLomXbKRBzpvBLjtQcfcgmNe'],
      ['authorizationList[0].r', '0x12'],
      ['authorizationList[0].nonce', -1],
      ['sponsoredFeeComponents[0]', 1],
    ]
    for (const [path, value] of wrong) {
      const error = await thrown(() => send(withValue(options, path, value)))
      expect(error).include({ name: 'InvalidRequestError', path, value })
      expect(server.requests).length(0)
    }
  })

  it('behavior: an unknown field is sent but does not compile', async () => {
    server.respondWith(answer(200, quote))
    await getQuote(createConnection({ profile: 'mock', baseUrl: server.url }), {
      ...trade,
      // @ts-expect-error a misspelled field
      refundTO: user,
    })
    expect(server.requests[0]!.body).include({ refundTO: user })
  })

  it('error: a number that lost digits is reported as such', async () => {
    const error = await thrown(() => send({ amount: 1000000 }))
    expect(error.message).contain(
      'POST /quote/v2: amount must be a whole number above 0, as a bigint or a decimal string: a number loses digits, found 1000000.',
    )
  })
})
