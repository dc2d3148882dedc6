import { expect } from 'chai'
import { type Hex, recoverMessageAddress, zeroAddress } from 'viem'
import { startMockService } from '../../src/mock/index.js'
import { hashAttestation } from '../../src/protocol/attestation/hashAttestation.js'
import { parseAttestation } from '../../src/protocol/attestation/parseAttestation.js'
import { recoverSolver } from '../../src/protocol/attestation/recoverSolver.js'
import { verifyAttestation } from '../../src/protocol/attestation/verifyAttestation.js'
import { hashOrder } from '../../src/protocol/order/hashOrder.js'
import { priceSchema, quoteSchema } from '../../src/service/resources/quote.js'
import { complete } from '../support/complete.js'
import {
  chainsOf,
  ether,
  freshAddress,
  getQuote,
  quoteBody,
  request,
  setUpMock,
  tokenOf,
  usdc,
} from './helpers.js'

const perps = `0x${'0'.repeat(32)}`

describe('the parameters of a quote', () => {
  const { mock } = setUpMock()
  afterEach(() => mock.control.faults.clear())

  const token = () => ({ originCurrency: tokenOf(mock.chains[0]!), amount: `${100n * usdc}` })
  const post = async (fields: Record<string, unknown>, path = '/quote/v2') =>
    request(mock, path, quoteBody(mock, fields))

  it('behavior: accepts every parameter of the service', async () => {
    const somebody = freshAddress()
    const { status, body } = await post({
      ...token(),
      recipient: somebody,
      refundTo: somebody,
      txs: [{ to: somebody, value: '0', data: '0x', originalTxValue: '0' }],
      txsGasLimit: 100_000,
      gasLimitForDepositSpecifiedTxs: 100_000,
      authorizationList: [],
      protocolVersion: 'preferV2',
      explicitDeposit: true,
      includeProtocolData: true,
      referrer: 'somebody',
      referrerAddress: somebody,
      slippageTolerance: '0',
      latePaymentSlippageTolerance: '10000',
      appFees: [{ recipient: somebody, fee: '1' }],
      subsidizeFees: false,
      maxSubsidizationAmount: '0',
      subsidizeRent: true,
      refundOnOrigin: true,
      usePermit: false,
      permitExpiry: 60,
      originGasOverhead: 0,
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
      ttl: 60,
      additionalData: {},
      useDepositAddress: false,
      strict: false,
      topupGas: false,
      topupGasAmount: '1',
    })
    expect(status, JSON.stringify(body)).to.equal(200)
    const quote = complete(quoteSchema.parse(body))
    expect(quote.details.currencyOut.minimumAmount).to.equal(quote.details.currencyOut.amount)
    expect(quote.details.slippageTolerance!.total).to.equal('0')
  })

  it('behavior: the deprecated path returns the same quote', async () => {
    const { status, body } = await post({}, '/quote')
    expect(status).to.equal(200)
    expect(complete(quoteSchema.parse(body)).details.currencyOut.amount).to.equal('999990000000000000')
  })

  it('behavior: a slippage of 100 % still promises a minimum', async () => {
    const { details } = await getQuote(mock, { slippageTolerance: '10000' })
    expect(details.currencyOut.minimumAmount).to.equal('1')
  })

  it('behavior: includeProtocolData signs the order id in both forms of the ids', async () => {
    const publicForm = await startMockService({ idForm: 'public' })
    try {
      for (const service of [mock, publicForm]) {
        const { steps, protocol } = await getQuote(service, { includeProtocolData: true })
        const { orderId, orderData, orderSignature } = protocol.v2
        expect(orderId).to.equal(hashOrder(orderData))
        expect(steps[0]!.requestId === orderId).to.equal(service === mock)
        expect(
          await recoverMessageAddress({ message: { raw: orderId }, signature: orderSignature! }),
        ).to.equal(service.solver)
      }
    } finally {
      await publicForm.close()
    }
  })

  const bad: [string, () => Record<string, unknown>, string, string][] = [
    [
      'a calls’ authorization',
      () => ({ authorizationList: [{}] }),
      'UNSUPPORTED_EXECUTION_TYPE',
      'authorizationList',
    ],
    [
      'a refund on the destination',
      () => ({ refundOnOrigin: false }),
      'UNSUPPORTED_EXECUTION_TYPE',
      'refundOnOrigin',
    ],
    ['depositFeePayer', () => ({ depositFeePayer: 'F7p3' }), 'UNSUPPORTED_EXECUTION_TYPE', 'depositFeePayer'],
    ['maxRouteLength', () => ({ maxRouteLength: 3 }), 'UNSUPPORTED_EXECUTION_TYPE', 'maxRouteLength'],
    [
      'useSharedAccounts',
      () => ({ useSharedAccounts: true }),
      'UNSUPPORTED_EXECUTION_TYPE',
      'useSharedAccounts',
    ],
    [
      'includeComputeUnitLimit',
      () => ({ includeComputeUnitLimit: true }),
      'UNSUPPORTED_EXECUTION_TYPE',
      'includeComputeUnitLimit',
    ],
    [
      'a Bitcoin key',
      () => ({ additionalData: { userPublicKey: '02' } }),
      'UNSUPPORTED_EXECUTION_TYPE',
      'userPublicKey',
    ],
    [
      'a permit of the native currency',
      () => ({ usePermit: true }),
      'UNSUPPORTED_EXECUTION_TYPE',
      'usePermit',
    ],
    [
      'a permit on one chain',
      () => ({ ...token(), usePermit: true, destinationChainId: mock.chains[0]!.id }),
      'UNSUPPORTED_EXECUTION_TYPE',
      'permit',
    ],
    [
      'a permit and a deposit address',
      () => ({ ...token(), usePermit: true, useDepositAddress: true }),
      'UNKNOWN_ERROR',
      'usePermit',
    ],
    [
      'calls after a deposit address',
      () => ({ useDepositAddress: true, txs: [{ to: zeroAddress, value: '0', data: '0x' }] }),
      'EXTRA_TXS_NOT_SUPPORTED',
      'useDepositAddress',
    ],
    [
      'strict without a refund',
      () => ({ useDepositAddress: true, strict: true }),
      'UNKNOWN_ERROR',
      'refundTo',
    ],
    [
      'strict alone',
      () => ({ strict: true, refundTo: freshAddress() }),
      'UNKNOWN_ERROR',
      'useDepositAddress',
    ],
    [
      'a swap through a deposit address without a refund',
      () => ({ ...token(), useDepositAddress: true }),
      'UNKNOWN_ERROR',
      'refundTo',
    ],
    [
      'recoveryAddress alone',
      () => ({ recoveryAddress: freshAddress() }),
      'UNKNOWN_ERROR',
      'useDepositAddress',
    ],
    [
      'a malformed recoveryAddress',
      () => ({ useDepositAddress: true, recoveryAddress: 'me' }),
      'INVALID_ADDRESS',
      'recoveryAddress',
    ],
    [
      'sponsored components of a deposit address',
      () => ({ useDepositAddress: true, sponsoredFeeComponents: ['execution'] }),
      'UNKNOWN_ERROR',
      'sponsoredFeeComponents',
    ],
    [
      'a sponsored deposit address',
      () => ({ useDepositAddress: true, subsidizeFees: true }),
      'UNKNOWN_ERROR',
      'subsidizeFees',
    ],
    [
      'an unknown component',
      () => ({ sponsoredFeeComponents: ['gas'] }),
      'UNKNOWN_ERROR',
      'sponsoredFeeComponents',
    ],
    [
      'an app fee beyond everything',
      () => ({ appFees: [{ recipient: freshAddress(), fee: '10001' }] }),
      'UNKNOWN_ERROR',
      'appFees[0].fee',
    ],
    [
      'app fees beyond everything',
      () => ({ appFees: ['6000', '4001'].map((fee) => ({ recipient: freshAddress(), fee })) }),
      'UNKNOWN_ERROR',
      'appFees',
    ],
    [
      'an app fee that is a number',
      () => ({ appFees: [{ recipient: freshAddress(), fee: 1 }] }),
      'UNKNOWN_ERROR',
      'appFees[0].fee',
    ],
    [
      'an app fee without a recipient',
      () => ({ appFees: [{ recipient: zeroAddress, fee: '1' }] }),
      'INVALID_ADDRESS',
      'appFees[0].recipient',
    ],
    ['a top-up with native currency', () => ({ topupGas: true }), 'UNSUPPORTED_EXECUTION_TYPE', 'topupGas'],
    [
      'a top-up on the venue',
      () => ({ topupGas: true, destinationChainId: 1337, destinationCurrency: perps }),
      'UNSUPPORTED_EXECUTION_TYPE',
      'topupGas',
    ],
    [
      'a cap beyond 256 bits',
      () => ({ maxSubsidizationAmount: (2n ** 256n).toString() }),
      'UNKNOWN_ERROR',
      'maxSubsidizationAmount',
    ],
    [
      'a top-up of more than the input',
      () => ({
        ...token(),
        destinationCurrency: tokenOf(mock.chains[1]!),
        topupGas: true,
        topupGasAmount: (2n ** 256n - 1n).toString(),
      }),
      'AMOUNT_TOO_LOW',
      'fees',
    ],
    ['a fixed rate of ether', () => ({ fixedRate: '1:1' }), 'UNSUPPORTED_ROUTE', 'fixedRate'],
    ['an invalid fixed rate', () => ({ ...token(), fixedRate: '1' }), 'UNKNOWN_ERROR', 'fixedRate'],
    ['a fixed rate of nothing', () => ({ ...token(), fixedRate: '0:1' }), 'UNKNOWN_ERROR', 'fixedRate'],
    ['ttl of nothing', () => ({ ttl: 0 }), 'UNKNOWN_ERROR', 'ttl'],
    [
      'a permit for no time',
      () => ({ ...token(), usePermit: true, permitExpiry: 0 }),
      'UNKNOWN_ERROR',
      'permitExpiry',
    ],
    [
      'late slippage',
      () => ({ latePaymentSlippageTolerance: '10001' }),
      'INVALID_SLIPPAGE_TOLERANCE',
      'latePaymentSlippageTolerance',
    ],
    [
      'the gas of a deposit',
      () => ({ gasLimitForDepositSpecifiedTxs: '1' }),
      'INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS',
      'gasLimitForDepositSpecifiedTxs',
    ],
    [
      'a swap below 0.05 USD',
      () => ({ ...token(), amount: '49999', destinationChainId: mock.chains[0]!.id }),
      'AMOUNT_TOO_LOW',
      '0.05',
    ],
    [
      'calls after a swap on one chain',
      () => ({
        ...token(),
        destinationChainId: mock.chains[0]!.id,
        txs: [{ to: freshAddress(), value: '0', data: '0x' }],
      }),
      'EXTRA_TXS_NOT_SUPPORTED',
      'txs',
    ],
    ['a send to oneself', () => ({ destinationChainId: mock.chains[0]!.id }), 'UNSUPPORTED_ROUTE', 'nothing'],
    [
      'a swap beyond the exchange’s liquidity',
      () => ({
        amount: `${10n ** 12n * ether}`,
        destinationCurrency: tokenOf(mock.chains[0]!),
        destinationChainId: mock.chains[0]!.id,
      }),
      'INSUFFICIENT_LIQUIDITY',
      'exchange',
    ],
    [
      'a withdrawal without the protocol',
      () => ({ originChainId: 1337, originCurrency: perps, amount: '1000000000' }),
      'UNKNOWN_ERROR',
      'protocolVersion',
    ],
    [
      'the venue to itself',
      () => ({
        originChainId: 1337,
        destinationChainId: 1337,
        originCurrency: perps,
        destinationCurrency: perps,
        protocolVersion: 'v2',
      }),
      'UNSUPPORTED_ROUTE',
      'venue',
    ],
    [
      'a currency that the venue has not',
      () => ({ destinationChainId: 1337, destinationCurrency: `0x${'12'.repeat(16)}` }),
      'UNSUPPORTED_CURRENCY',
      'destinationCurrency',
    ],
    [
      'an EVM address as a currency of the venue',
      () => ({ destinationChainId: 1337, destinationCurrency: 'usdc' }),
      'INVALID_OUTPUT_CURRENCY',
      'destinationCurrency',
    ],
    [
      'calls on the venue',
      () => ({
        destinationChainId: 1337,
        destinationCurrency: perps,
        txs: [{ to: freshAddress(), value: '0', data: '0x' }],
      }),
      'EXTRA_TXS_NOT_SUPPORTED',
      'txs',
    ],
  ]
  for (const [name, fields, errorCode, part] of bad) {
    it(`error: ${name}`, async () => {
      const { status, body } = await post(fields())
      expect({ status, errorCode: body.errorCode }, body.message).to.deep.equal({ status: 400, errorCode })
      expect(body.message).to.include(part)
    })
  }

  it('behavior: a swap of 0.05 USD is enough', async () => {
    const { status } = await post({ ...token(), amount: '50000', destinationChainId: mock.chains[0]!.id })
    expect(status).to.equal(200)
  })

  it('behavior: staleQuote: the order is expired', async () => {
    mock.control.faults.set('staleQuote', { times: 1 })
    const { protocol } = await getQuote(mock)
    expect(protocol.v2.orderData.output.deadline).to.be.lessThan(Date.now() / 1000)
    expect((await getQuote(mock)).protocol.v2.orderData.output.deadline).to.be.greaterThan(Date.now() / 1000)
  })
})

describe('GET /requests/{requestId}/signature', () => {
  const { mock } = setUpMock()
  afterEach(() => mock.control.faults.clear())

  async function publish(layout = '') {
    const { orderId: requestId } = (await getQuote(mock)).protocol.v2
    const { status, body } = await request(mock, `/requests/${requestId}/signature${layout}`)
    expect(status).to.equal(200)
    return parseAttestation({ requestId, ...body })
  }

  it('behavior: the second layout signs the received currency and no amount', async () => {
    const attestation = await publish('/v2')
    expect(attestation).to.include({ layout: 'v2', destinationCurrency: `0x${'0'.repeat(64)}` })
    expect(attestation).not.to.have.property('originAmount')
    expect(await recoverSolver({ attestation })).to.equal(mock.solver)
  })

  it('error: the second layout of an unknown request', async () => {
    const { status, body } = await request(mock, `/requests/0x${'12'.repeat(32)}/signature/v2`)
    expect({ status, code: body.code }).to.deep.equal({ status: 400, code: 'UNKNOWN_ERROR' })
  })

  it('behavior: forgedSigner: another key signs', async () => {
    mock.control.faults.set('forgedSigner', { times: 1 })
    const attestation = await publish()
    const report = await verifyAttestation({ attestation, solver: mock.solver })
    expect(report.valid).to.equal(false)
    expect(report.solver).not.to.equal(mock.solver)
    expect((await verifyAttestation({ attestation: await publish(), solver: mock.solver })).valid).to.equal(
      true,
    )
  })

  it('behavior: highS: the solver’s other signature is rejected', async () => {
    mock.control.faults.set('highS', { times: 1 })
    const attestation = await publish()
    const message = { raw: hashAttestation(attestation) }
    const signature = attestation.signature as Hex
    expect(await recoverMessageAddress({ message, signature })).to.equal(mock.solver)
    expect(BigInt(`0x${signature.slice(66, 130)}`) > 2n ** 255n - 2n ** 128n).to.equal(true)
    expect((await verifyAttestation({ attestation, solver: mock.solver })).valid).to.equal(false)
  })

  it('behavior: wrongLayout: the answer has the other layout', async () => {
    mock.control.faults.set('wrongLayout', { times: 1 })
    expect((await publish()).layout).to.equal('v2')
    expect((await publish()).layout).to.equal('v1')
  })
})

describe('POST /price', () => {
  const { mock } = setUpMock()

  it('default', async () => {
    const { status, body } = await request(mock, '/price', quoteBody(mock))
    expect(status).to.equal(200)
    const { details } = complete(priceSchema.parse(body))
    expect(Object.keys(body)).to.have.members(['fees', 'details'])
    expect(Object.keys(body.details)).not.to.include.members(['refundCurrency'])
    for (const field of ['refundCurrency', 'expandedPriceImpact', 'route', 'isFixedRate']) {
      expect(body.details).not.to.have.property(field)
    }
    expect(details.currencyOut.amount).to.equal('999990000000000000')
    expect(details.currencyOut.amount).to.equal((await getQuote(mock)).details.currencyOut.amount)
    expect(details.timeEstimate).to.equal(1)
  })

  it('error: as a quote', async () => {
    const { status, body } = await request(mock, '/price', quoteBody(mock, { amount: '0' }))
    expect({ status, errorCode: body.errorCode }).to.deep.equal({ status: 400, errorCode: 'AMOUNT_TOO_LOW' })
    expect(chainsOf(mock)).to.have.length(2)
  })
})
