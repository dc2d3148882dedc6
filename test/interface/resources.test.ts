import { expect } from 'chai'
import { parseAttestation } from '../../src/protocol/attestation/parseAttestation.js'
import { attestationRecordSchema } from '../../src/service/resources/attestationRecord.js'
import { configSchema } from '../../src/service/resources/config.js'
import { amountSchema, currencySchema } from '../../src/service/resources/currency.js'
import {
  detailsSchema,
  feesSchema,
  priceImpactSchema,
  protocolSchema,
  quoteSchema,
} from '../../src/service/resources/quote.js'
import { feeBreakdownSchema, requestRecordSchema } from '../../src/service/resources/requestRecord.js'
import { requestRecordV2Schema } from '../../src/service/resources/requestRecordV2.js'
import { statusSchema } from '../../src/service/resources/status.js'
import { stepItemSchema, stepSchema, transactionDataSchema } from '../../src/service/resources/step.js'
import {
  amount,
  attestation,
  config,
  currency,
  details,
  fees,
  protocol,
  quote,
  request,
  requestId,
  requestV2,
  status,
  step,
  transactionItem,
  user,
  withValue,
  zero,
} from '../client/operations/fixtures.js'
import { brokenFields, type Field } from './fields.js'

const text = (path: string): Field => ({ path, accepts: ['text'], refuses: [1, {}] })
const boolean = (path: string): Field => ({ path, accepts: [true, false], refuses: ['true', 1] })
const object = (path: string): Field => ({ path, accepts: [{}], refuses: ['text', 1] })
const chain = (path: string): Field => ({
  path,
  accepts: [1, 1337, 2 ** 53 - 1],
  refuses: [0, -1, 1.5, 'base', 2 ** 53],
})
const smallest = (path: string): Field => ({
  path,
  accepts: ['0', '1', '115792089237316195423570985008687907853269984665640564039457584007913129639935'],
  refuses: [1, '1.5', '', '0x1'],
})
const bytes32 = (path: string): Field => ({
  path,
  accepts: [requestId, `0x${'AB'.repeat(32)}`],
  refuses: ['0x', `${requestId}00`, 'ab'.repeat(32), 1],
})
const whole = (path: string): Field => ({ path, accepts: [0, 1763732000123], refuses: [1.5, '1'] })

describe('interface: Resources and their fields', () => {
  it('amounts are decimal strings in the smallest unit [11]', () => {
    expect(brokenFields(amountSchema, amount, [smallest('amount'), smallest('minimumAmount')])).deep.equal([])
    expect(amount.amount).equal('30754920')
  })
})

describe('interface: Config record (response of GET /config/v2, deprecated)', () => {
  it('every field has its type [12-21]', () => {
    expect(
      brokenFields(configSchema, config, [
        { ...boolean('enabled'), refuses: ['true', undefined] },
        { ...object('user'), accepts: [{}, undefined] },
        smallest('user.balance'),
        smallest('user.maxBridgeAmount'),
        smallest('fee'),
        object('solver'),
        text('solver.address'),
        smallest('solver.balance'),
        smallest('solver.capacityPerRequest'),
        boolean('supportsExternalLiquidity'),
      ]),
    ).deep.equal([])
  })

  it('user is returned when the user query parameter is supplied [13]', () => {
    expect(configSchema.parse(config).user).deep.equal({ balance: '1000', maxBridgeAmount: '900' })
    expect(configSchema.parse(withValue(config, 'user', undefined)).user).equal(undefined)
  })
})

describe('interface: Currency record', () => {
  it('every field has its type [22-27]', () => {
    expect(
      brokenFields(currencySchema, currency, [
        chain('chainId'),
        { ...text('address'), accepts: [zero, 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8'] },
        text('symbol'),
        text('name'),
        { path: 'decimals', accepts: [0, 6, 18], refuses: [-1, 1.5, '6', undefined] },
        { ...object('metadata'), accepts: [undefined, {}] },
        text('metadata.logoURI'),
        boolean('metadata.verified'),
      ]),
    ).deep.equal([])
  })

  it('native currencies use the all-zero address of the chain’s address length [23]', () => {
    for (const address of [zero, `0x${'00'.repeat(16)}`]) {
      expect(currencySchema.parse({ ...currency, address }).address).equal(address)
    }
  })
})

describe('interface: Amount record (used for fees and currencies in details)', () => {
  it('every field has its type [28-32]', () => {
    expect(
      brokenFields(amountSchema, amount, [
        { path: 'currency', accepts: [], refuses: [undefined, 'USDC'] },
        smallest('amount'),
        text('amountFormatted'),
        text('amountUsd'),
        smallest('minimumAmount'),
      ]),
    ).deep.equal([])
  })
})

describe('interface: Quote response', () => {
  it('every field has its type [33-36]', () => {
    expect(
      brokenFields(
        quoteSchema,
        quote,
        [
          { path: 'steps', accepts: [[], [step, step]], refuses: [undefined, {}, step] },
          { ...object('fees'), accepts: [{}, undefined] },
          { path: 'details', accepts: [], refuses: [undefined, 'text'] },
          { ...object('protocol'), accepts: [{}, undefined] },
        ],
        ['steps'],
      ),
    ).deep.equal([])
  })

  it('steps keep their order [33]', () => {
    const ids = ['authorize', 'deposit', 'approve']
    const { steps } = quoteSchema.parse({ ...quote, steps: ids.map((id) => ({ ...step, id })) })
    expect(steps.map(({ id }) => id)).deep.equal(ids)
  })

  it('protocol holds v2 [36]', () => {
    expect(quoteSchema.parse(quote).protocol?.v2?.orderId).equal(protocol.v2.orderId)
  })
})

describe('interface: Step', () => {
  it('every field has its type [37-43]', () => {
    expect(
      brokenFields(
        stepSchema,
        step,
        [
          { path: 'id', accepts: ['deposit', 'authorize', 'new one'], refuses: [undefined, 1] },
          text('action'),
          text('description'),
          { path: 'kind', accepts: ['transaction', 'signature', 'new one'], refuses: [undefined, 1] },
          bytes32('requestId'),
          { path: 'items', accepts: [[], [transactionItem]], refuses: [undefined, {}] },
          { path: 'depositAddress', accepts: ['', user, undefined], refuses: [1] },
        ],
        ['id', 'kind', 'items'],
      ),
    ).deep.equal([])
  })
})

describe('interface: Step item', () => {
  it('every field has its type [44-46]', () => {
    expect(
      brokenFields(stepItemSchema, transactionItem, [
        { path: 'status', accepts: ['incomplete', 'complete'], refuses: [undefined, 1] },
        { path: 'data', accepts: [{}, { sign: {}, post: {} }], refuses: ['text', 1] },
        { path: 'check', accepts: [undefined], refuses: ['text'] },
        { path: 'check.endpoint', accepts: ['/intents/status?requestId=0x1'], refuses: [undefined, 1] },
        { path: 'check.method', accepts: ['GET'], refuses: ['POST', undefined] },
      ]),
    ).deep.equal([])
  })

  it('the data of an EVM transaction step has from, to, data, value and chainId [60]', () => {
    expect(
      brokenFields(
        transactionDataSchema,
        transactionItem.data,
        [
          { path: 'from', accepts: [user, undefined], refuses: [1] },
          { path: 'to', accepts: [user], refuses: [undefined, 1] },
          { path: 'data', accepts: ['0x', '0x12ab'], refuses: ['0x1', '12', 1] },
          { path: 'value', accepts: ['0', '1000'], refuses: [0.1, '0.1'] },
          { ...chain('chainId'), refuses: ['0x1', 0, undefined] },
        ],
        ['from', 'to', 'data', 'value', 'chainId'],
      ),
    ).deep.equal([])
  })
})

describe('interface: details', () => {
  const usdAndPercent = (path: string) => [text(`${path}.usd`), text(`${path}.percent`)]

  it('every field has its type [61-75]', () => {
    expect(
      brokenFields(detailsSchema, details, [
        { path: 'operation', accepts: ['swap', 'bridge', 'new one'], refuses: [1] },
        { path: 'sender', accepts: [user], refuses: [undefined, 1] },
        { path: 'recipient', accepts: [user], refuses: [undefined, 1] },
        { path: 'currencyIn', accepts: [amount], refuses: [undefined, '1'] },
        { path: 'currencyOut', accepts: [amount], refuses: [undefined, '1'] },
        { path: 'refundCurrency', accepts: [amount], refuses: ['1'] },
        ...usdAndPercent('totalImpact'),
        ...usdAndPercent('swapImpact'),
        text('expandedPriceImpact.swap.usd'),
        text('expandedPriceImpact.execution.usd'),
        text('expandedPriceImpact.relay.usd'),
        text('expandedPriceImpact.app.usd'),
        text('rate'),
        ...['origin', 'destination'].flatMap((side) => [
          text(`slippageTolerance.${side}.usd`),
          smallest(`slippageTolerance.${side}.value`),
          text(`slippageTolerance.${side}.percent`),
          { path: `route.${side}.inputCurrency`, accepts: [amount], refuses: ['1'] },
          { path: `route.${side}.outputCurrency`, accepts: [amount], refuses: ['1'] },
          text(`route.${side}.router`),
        ]),
        { path: 'timeEstimate', accepts: [0, 2, 0.5], refuses: ['2'] },
        smallest('userBalance'),
        boolean('isFixedRate'),
      ]),
    ).deep.equal([])
  })

  it('expandedPriceImpact may name the service’s component in any way', () => {
    const impact = { relay: { usd: '-1' }, service: { usd: '-2' }, platform: { usd: '-3' } }
    expect(priceImpactSchema.parse(impact)).deep.equal(impact)
  })
})

describe('interface: protocol.v2', () => {
  const input = 'v2.orderData.inputs[0]'
  const output = 'v2.orderData.output'

  it('every field has its type [76-84]', () => {
    expect(
      brokenFields(protocolSchema, protocol, [
        bytes32('v2.orderId'),
        text('v2.orderData.version'),
        text('v2.orderData.solverChainId'),
        text('v2.orderData.solver'),
        bytes32('v2.orderData.salt'),
        { path: 'v2.orderData.inputs', accepts: [[]], refuses: [undefined, {}] },
        text(`${input}.payment.chainId`),
        text(`${input}.payment.currency`),
        smallest(`${input}.payment.amount`),
        smallest(`${input}.payment.weight`),
        { path: `${input}.refunds`, accepts: [[]], refuses: [undefined, {}] },
        text(`${input}.refunds[0].chainId`),
        text(`${input}.refunds[0].recipient`),
        text(`${input}.refunds[0].currency`),
        smallest(`${input}.refunds[0].minimumAmount`),
        whole(`${input}.refunds[0].deadline`),
        { path: `${input}.refunds[0].extraData`, accepts: ['0x', '0x12'], refuses: ['12', 1] },
        text(`${output}.chainId`),
        text(`${output}.payments[0].recipient`),
        text(`${output}.payments[0].currency`),
        smallest(`${output}.payments[0].minimumAmount`),
        smallest(`${output}.payments[0].expectedAmount`),
        { path: `${output}.calls`, accepts: [[], ['0x12']], refuses: [undefined, '0x'] },
        whole(`${output}.deadline`),
        { path: `${output}.extraData`, accepts: ['0x', '0x12'], refuses: ['12', 1] },
        { path: 'v2.orderData.fees', accepts: [[]], refuses: [undefined, {}] },
        text('v2.paymentDetails.chainId'),
        text('v2.paymentDetails.depository'),
        text('v2.paymentDetails.currency'),
        smallest('v2.paymentDetails.amount'),
      ]),
    ).deep.equal([])
  })

  it('orderId may equal the requestId of the steps', () => {
    const equal = withValue(quote, 'protocol.v2.orderId', requestId)
    const { steps, protocol } = quoteSchema.parse(equal)
    expect(protocol?.v2?.orderId).equal(steps[0]?.requestId)
  })
})

describe('interface: Deprecated fees object (quote response and the older requests listing)', () => {
  const names = ['relayerService', 'relayerGas', 'relayer', 'app', 'gas', 'subsidized']

  it('each field is an amount record [85-91]', () => {
    expect(
      brokenFields(
        feesSchema,
        fees,
        names.map((path) => ({ path, accepts: [amount, undefined], refuses: ['1', 1] })),
      ),
    ).deep.equal([])
  })

  it('is read from the quote and the older listing', () => {
    expect(Object.keys(quoteSchema.parse(quote).fees ?? {})).deep.equal(names)
    expect(requestRecordV2Schema.parse(requestV2).data?.fees).deep.equal(fees)
  })
})

describe('interface: Fee breakdown of the requests listing (data.fees of GET /requests/v3)', () => {
  const components = ['execution', 'swap', 'platform', 'app', 'sponsored']

  it('holds quoted and actual values of every component [92, 93]', () => {
    const { fees } = request.data
    expect(Object.keys(feeBreakdownSchema.parse(fees).quoted ?? {})).deep.equal(components)
    expect(
      brokenFields(
        feeBreakdownSchema,
        fees,
        ['quoted', 'actual'].flatMap((moment) => [
          { path: moment, accepts: [{}, undefined], refuses: ['1'] },
          ...components.map((name) => ({
            path: `${moment}.${name}`,
            accepts: [{}, { usd: '1' }],
            refuses: [1],
          })),
        ]),
      ),
    ).deep.equal([])
  })

  it('is in data.fees of the record [92]', () => {
    expect(requestRecordSchema.parse(request).data?.fees?.actual?.platform?.usd).equal('0.02')
  })

  it('appears as expandedPriceImpact in the quote and in the older listing [94]', () => {
    expect(quoteSchema.parse(quote).details?.expandedPriceImpact?.execution?.usd).equal('-0.02')
    const { data } = requestRecordV2Schema.parse(requestV2)
    expect(data?.expandedPriceImpact?.actual?.execution?.usd).equal('-0.02')
  })
})

describe('interface: Status record', () => {
  it('every field has its type [95-103]', () => {
    expect(
      brokenFields(
        statusSchema,
        status,
        [
          { path: 'status', accepts: ['waiting', 'new one'], refuses: [undefined, 1] },
          { path: 'inTxHashes', accepts: [[], ['0x01']], refuses: ['0x01'] },
          { path: 'txHashes', accepts: [[], ['0x01']], refuses: ['0x01'] },
          { path: 'updatedAt', accepts: [0, 1763732000123], refuses: [] },
          chain('originChainId'),
          chain('destinationChainId'),
          { path: 'details', accepts: [null, {}, { revert: 'reason' }], refuses: [1] },
          { path: 'failReason', accepts: ['N/A', 'UNKNOWN', 'DOUBLE_SPEND', 'NEW_ONE'], refuses: [1] },
          { path: 'refundFailReason', accepts: ['N/A', 'NEW_ONE'], refuses: [1] },
        ],
        ['status', 'inTxHashes', 'txHashes', 'updatedAt', 'originChainId', 'destinationChainId'],
      ),
    ).deep.equal([])
  })
})

describe('interface: Signature attestation record (see Endpoints)', () => {
  const word = (path: string): Field => ({
    path,
    accepts: [`0x${'ab'.repeat(32)}`],
    refuses: [1, {}, undefined],
  })

  const words = [
    'originChainId',
    'originUser',
    'originCurrency',
    'originAmount',
    'destinationChainId',
    'destinationUser',
  ]

  it('every field has its type [104-110]', () => {
    expect(
      brokenFields(
        attestationRecordSchema,
        attestation,
        [
          { ...chain('requestData.originChainId'), refuses: ['0x1', 0, undefined] },
          word('requestData.originUser'),
          word('requestData.originCurrency'),
          smallest('requestData.originAmount'),
          { ...chain('requestData.destinationChainId'), refuses: ['0x1', 0, undefined] },
          word('requestData.destinationUser'),
          { path: 'signature', accepts: [`0x${'12'.repeat(65)}`], refuses: ['0x1', 1, undefined] },
        ],
        ['signature', ...words.map((name) => `requestData.${name}`)],
      ),
    ).deep.equal([])
  })

  it('a chain id may be sent as its digits', () => {
    const sent = withValue(attestation, 'requestData.originChainId', '1')
    expect(attestationRecordSchema.parse(sent)).deep.equal(attestation)
  })

  it('addresses are 32-byte hex, left-padded [105, 109]', () => {
    const short = withValue(attestation, 'requestData.originUser', user)
    expect(attestation.requestData.originUser).equal(`0x${'0'.repeat(24)}${user.slice(2)}`)
    expect(parseAttestation({ requestId, ...attestationRecordSchema.parse(short) })).deep.equal(
      parseAttestation({ requestId, ...attestation }),
    )
  })
})
