import { expect } from 'chai'
import type { z } from 'zod'
import { attestationRecordSchema } from '../../../src/service/resources/attestationRecord.js'
import { simulationFailureSchema } from '../../../src/service/resources/execution.js'
import { priceSchema, quoteSchema } from '../../../src/service/resources/quote.js'
import { requestPageSchema, requestRecordSchema } from '../../../src/service/resources/requestRecord.js'
import { requestPageV2Schema, requestRecordV2Schema } from '../../../src/service/resources/requestRecordV2.js'
import { legacyStatusSchema, statusEventSchema, statusSchema } from '../../../src/service/resources/status.js'
import {
  signatureDataSchema,
  stepSchema,
  transactionDataSchema,
} from '../../../src/service/resources/step.js'
import {
  amount,
  attestation,
  details,
  quote,
  request,
  requestId,
  requestV2,
  status,
  step,
  transactionItem,
  user,
  withValue,
} from '../../client/operations/fixtures.js'

const { currency: _currency, ...amountAlone } = amount
const sponsorship = {
  selectedComponents: ['relay', 'rent'],
  capHit: false,
  components: {
    relay: { selected: true, total: amountAlone, sponsored: amountAlone, userPays: amountAlone },
  },
  sponsoredTotal: amountAlone,
  userPaysTotal: amountAlone,
}
const typedData = {
  signatureKind: 'eip712',
  domain: { name: 'Permit2', chainId: 1, verifyingContract: user },
  types: { Permit: [{ name: 'amount', type: 'uint256' }] },
  value: { amount: '1' },
  primaryType: 'Permit',
}
const post = { endpoint: '/execute/permits', method: 'POST', body: { kind: 'permit2', requestId } }

const forms: [name: string, schema: z.ZodType, record: unknown][] = [
  ['status: a fresh request', statusSchema, { status: 'waiting', quoteCreatedAt: 1763732000123 }],
  ['status: details as text', statusSchema, { ...status, details: 'Transaction failed' }],
  ['status: details as an object', statusSchema, { ...status, details: { revert: { label: 'x' } } }],
  ['status: reasons null', statusSchema, { ...status, failReason: null, refundFailReason: null }],
  ['status: without reasons', statusSchema, { status: 'pending', inTxHashes: [], updatedAt: 1 }],
  ['status: delayed', statusSchema, { ...status, status: 'delayed' }],
  ['older status: unknown', legacyStatusSchema, { status: 'unknown' }],
  ['older status: received', legacyStatusSchema, { status: 'received', time: 1, txHashes: [] }],
  [
    'event: with a deposit address',
    statusEventSchema,
    {
      ...status,
      requestId,
      referrer: null,
      depositAddress: { address: user, depositAddressType: 'open', depositor: null, depositTxHash: null },
    },
  ],
  [
    'attestation: 20-byte, checksummed addresses',
    attestationRecordSchema,
    {
      ...attestation,
      requestData: {
        ...attestation.requestData,
        originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
        originTransferDestination: null,
      },
    },
  ],
  [
    'quote: two ids, protocol extended',
    quoteSchema,
    {
      ...quote,
      requestId,
      protocol: { v2: { ...quote.protocol.v2, hubType: 'onchain', orderSignature: `0x${'12'.repeat(65)}` } },
    },
  ],
  ['quote: without protocol and fees', quoteSchema, { steps: [step], details }],
  [
    'quote: sponsored fees without currencies',
    quoteSchema,
    {
      ...quote,
      feeSponsorship: { quoted: sponsorship, actual: { ...sponsorship, sponsorPayment: { amount: '1' } } },
    },
  ],
  [
    'quote: display values in any form',
    quoteSchema,
    {
      ...quote,
      details: {
        ...details,
        totalImpact: { usd: '1e-7', percent: '' },
        rate: 'NaN',
        currencyIn: { ...amount, amountUsd: '', amountFormatted: '1,000.5' },
      },
    },
  ],
  [
    'quote: details alone what must be',
    quoteSchema,
    {
      steps: [],
      details: { sender: user, recipient: user, currencyIn: amount, currencyOut: amount },
    },
  ],
  [
    'quote: nulls',
    quoteSchema,
    {
      ...quote,
      fees: null,
      protocol: null,
      feeSponsorship: null,
      details: {
        ...details,
        refundCurrency: null,
        expandedPriceImpact: null,
        route: null,
        userBalance: null,
      },
    },
  ],
  [
    'quote: price impact platform and sponsored',
    quoteSchema,
    {
      ...quote,
      details: { ...details, expandedPriceImpact: { platform: { usd: '-1' }, sponsored: { usd: '1' } } },
    },
  ],
  ['price: no sender', priceSchema, { details: { currencyIn: amount, currencyOut: amount } }],
  [
    'step: approve without check',
    stepSchema,
    {
      ...step,
      id: 'approve',
      items: [{ ...transactionItem, check: undefined }],
    },
  ],
  ['step: no items', stepSchema, { id: 'swap', kind: 'transaction', items: [] }],
  [
    'step: Solana data',
    stepSchema,
    {
      ...step,
      items: [{ status: 'incomplete', data: { instructions: [], addressLookupTableAddresses: ['F7p3'] } }],
    },
  ],
  [
    'transaction: gas and fees',
    transactionDataSchema,
    {
      ...transactionItem.data,
      gas: '21000',
      maxFeePerGas: '100',
      maxPriorityFeePerGas: '1',
    },
  ],
  ['signature: eip191', signatureDataSchema, { sign: { signatureKind: 'eip191', message: requestId }, post }],
  ['signature: eip712', signatureDataSchema, { sign: typedData, post }],
  ['listing: empty', requestPageSchema, { requests: [] }],
  ['listing: least record', requestPageSchema, { requests: [{ id: requestId, status: 'delayed' }] }],
  [
    'listing: nulls',
    requestRecordSchema,
    {
      ...request,
      data: { ...request.data, fees: null, appFees: null, outTxs: null, refundCurrencyData: null },
    },
  ],
  [
    'listing: deposit address and protocol',
    requestRecordSchema,
    {
      ...request,
      depositAddress: { address: user, type: 'strict', depositor: user, recoveryAddress: null },
      protocol: {
        orderId: requestId,
        hubType: 'onchain',
        solver: { address: user, protocolChainId: 'base', chainId: 8453 },
        deposit: { origin: { amount: '1', chainId: 'base', currency: user }, relay: null },
        settlement: { destination: { fills: [{ chainId: 'base', transactionId: requestId }], refunds: [] } },
      },
    },
  ],
  [
    'older listing: fees in wei',
    requestRecordV2Schema,
    {
      ...requestV2,
      data: {
        ...requestV2.data,
        fees: { gas: '21000', fixed: '1', price: '2', gateway: '0' },
        feesUsd: { gas: '0.1', fixed: '0.02' },
      },
    },
  ],
  [
    'older listing: deprecation',
    requestPageV2Schema,
    {
      requests: [],
      deprecation: { message: 'Use v3.', sunsetAt: '2026-11-24', migrationGuide: 'guide' },
    },
  ],
  [
    'refused execution',
    simulationFailureSchema,
    {
      error: 'SIMULATION_FAILED',
      message: 'It reverts.',
      requestId,
      details: {
        innermost: { type: 'CALL', address: user, selector: '0x12345678' },
        path: [{ type: 'CALL' }],
        revert: { type: 'unknownCustomError', label: 'UNKNOWN_CUSTOM_ERROR_0x12345678', rawArgsHex: '0x' },
      },
    },
  ],
]

describe('forms of the public service', () => {
  for (const [name, schema, record] of forms) {
    it(name, () => {
      const sent = JSON.parse(JSON.stringify(record))
      expect(schema.parse(sent)).deep.equal(sent)
      const extended = { ...sent, added: { later: [1] } }
      expect(schema.parse(extended)).deep.equal(extended)
    })
  }

  it('values are returned as sent', () => {
    for (const value of ['1.5', '', '1e18', 5, 0.25, null, { later: 1 }]) {
      for (const path of ['details.currencyIn.amount', 'details.userBalance', 'fees.relayer.amountUsd']) {
        const sent = withValue(quote, path, value)
        expect(quoteSchema.parse(sent), `${path} ${value}`).deep.equal(sent)
      }
    }
  })

  it('a chain id may be sent as its digits', () => {
    const sent = withValue(quote, 'details.currencyIn.currency.chainId', '8453')
    expect(quoteSchema.parse(sent).details?.currencyIn?.currency?.chainId).equal(8453)
    expect(statusSchema.parse({ ...status, originChainId: '1' }).originChainId).equal(1)
  })
})
