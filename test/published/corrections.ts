import type { Node } from './node.js'

export type Correction = {
  operation: string
  /** The path of the object from the answer; entries of lists have no name. */
  path: string
  add: Record<string, Node>
  /** The section of the service's facts that says so. */
  section: string
}

const nullableText: Node = { union: ['string', 'null'] }
const anyObject: Node = { object: {}, rest: 'unknown' }
const statusDetails: Node = { union: ['string', anyObject, 'null'] }

const currency: Node = {
  object: {
    'chainId?': 'number',
    'address?': 'string',
    'symbol?': 'string',
    'name?': 'string',
    'decimals?': 'number',
    'metadata?': { object: { 'logoURI?': 'string', 'verified?': 'boolean', 'isNative?': 'boolean' } },
  },
}
const amountRecord: Node = {
  object: {
    'currency?': currency,
    'amount?': 'string',
    'amountFormatted?': 'string',
    'amountUsd?': 'string',
    'minimumAmount?': 'string',
  },
}

const refundFailReasons: readonly Node[] = [
  { literal: 'AMOUNT_TOO_LOW_TO_REFUND' },
  { literal: 'NEGATIVE_NEW_AMOUNT_AFTER_FEES' },
  { literal: 'SWAP_CURRENCY_NOT_ON_ORIGIN' },
  { literal: 'REFUND_RECIPIENT_IS_VASP' },
  { literal: 'MANUAL_REFUND_REQUIRED' },
]

const orderPayment: Node = {
  object: { chainId: 'string', currency: 'string', amount: 'string', weight: 'string' },
}
const orderRefund: Node = {
  object: {
    chainId: 'string',
    recipient: 'string',
    currency: 'string',
    minimumAmount: 'string',
    deadline: 'number',
    extraData: 'string',
  },
}
const orderOutput: Node = {
  object: {
    chainId: 'string',
    payments: {
      array: {
        object: {
          recipient: 'string',
          currency: 'string',
          minimumAmount: 'string',
          expectedAmount: 'string',
        },
      },
    },
    calls: { array: 'string' },
    deadline: 'number',
    extraData: 'string',
  },
}
const orderFee: Node = {
  object: {
    recipientChainId: 'string',
    recipient: 'string',
    currencyChainId: 'string',
    currency: 'string',
    amount: 'string',
  },
}
const orderData: Node = {
  object: {
    version: 'string',
    solverChainId: 'string',
    solver: 'string',
    salt: 'string',
    inputs: { array: { object: { payment: orderPayment, refunds: { array: orderRefund } } } },
    output: orderOutput,
    fees: { array: orderFee },
  },
}

/** The parts that the published types lack or have wrong. */
export const corrections: readonly Correction[] = [
  {
    operation: 'POST /quote/v2',
    path: 'protocol.v2',
    add: { 'orderData?': orderData },
    section: 'Order id',
  },
  {
    operation: 'POST /quote/v2',
    path: 'details.expandedPriceImpact',
    add: { 'platform?': { object: { 'usd?': 'string' } } },
    section: 'Where the spec and the live service differ: price impact component',
  },
  {
    operation: 'POST /quote/v2',
    path: '',
    add: { 'requestId?': 'string' },
    section: "the changelog of the service's SDK 8.0.0, 8 September 2026; not in the types of 7.0.3",
  },
  {
    operation: 'POST /quote/v2',
    path: 'steps',
    add: { 'depositAddressId?': 'string' },
    section: "the changelog of the service's SDK 8.0.0, 8 September 2026; not in the types of 7.0.3",
  },
  {
    operation: 'GET /intents/status/v3',
    path: '',
    add: { 'details?': statusDetails, 'failReason?': 'string', 'refundFailReason?': 'string' },
    section: '7, and the last section: details',
  },
  {
    operation: 'GET /intents/status',
    path: '',
    add: { 'status?': 'string', 'details?': statusDetails },
    section: '7: the old path answers unknown',
  },
  {
    operation: 'GET /requests/{requestId}/signature',
    path: 'requestData',
    add: { 'originTransferDestination?': nullableText },
    section: 'Attestation v1 and v2',
  },
  {
    operation: 'GET /chains',
    path: 'chains.contracts',
    add: { 'v3.2?': { object: { 'erc20Router?': 'string', 'approvalProxy?': 'string' } } },
    section: 'the changelog of router 3.2, 26 October 2026; not in the types of the SDK',
  },
  {
    operation: 'GET /requests/v3',
    path: 'requests.data',
    add: { 'apiKeyName?': nullableText },
    section: '8: platformFee, referrer, apiKeyName',
  },
  {
    operation: 'GET /requests/v3',
    path: 'requests.data',
    add: { 'refundFailReason?': { union: [...refundFailReasons, 'null'] } },
    section: '12: MANUAL_REFUND_REQUIRED, not yet in the types',
  },
  {
    operation: 'GET /requests/v2',
    path: 'requests.data',
    add: { 'refundFailReason?': { union: [...refundFailReasons] } },
    section: '12: MANUAL_REFUND_REQUIRED, not yet in the types',
  },
  {
    operation: 'GET /requests/v2',
    path: '',
    add: {
      'deprecation?': {
        object: {
          message: 'string',
          deprecatedAt: 'string',
          throttledFrom: 'string',
          sunsetAt: 'string',
          successor: 'string',
          migrationGuide: 'string',
        },
      },
    },
    section: '8: 200 adds deprecation',
  },
  {
    operation: 'GET /requests/v2',
    path: 'requests',
    add: {
      'orderData?': { union: [orderData, 'null'] },
      'moonpayId?': nullableText,
      'referrer?': nullableText,
    },
    section: '8: root referrer, moonpayId, orderData',
  },
  {
    operation: 'GET /requests/v2',
    path: 'requests.data.fees',
    add: {
      'gas?': { union: ['string', amountRecord] },
      'relayer?': amountRecord,
      'relayerGas?': amountRecord,
      'relayerService?': amountRecord,
      'app?': amountRecord,
      'subsidized?': amountRecord,
    },
    section: 'none: the specification has its deprecated fees object here',
  },
]
