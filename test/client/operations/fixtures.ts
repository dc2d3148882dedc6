import { readFileSync } from 'node:fs'
import type { GetQuoteParameters } from '../../../src/client/operations/table.js'

export const requestId = `0x${'ab'.repeat(32)}` as const
export const user = '0xf3d63166f0ca56c3c1a3508fce03ff0cf3fb691e'
export const usdcAddress = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
export const zero = `0x${'00'.repeat(20)}`

const order = JSON.parse(readFileSync(new URL('../../vectors/order-live.json', import.meta.url), 'utf8'))

/** What a quote is asked for, in the fields that are required. */
export const trade: GetQuoteParameters = {
  user,
  originChainId: 1,
  destinationChainId: 8453,
  originCurrency: usdcAddress,
  destinationCurrency: usdcAddress,
  amount: '1000000',
  tradeType: 'EXACT_INPUT',
}

export const currency = {
  chainId: 8453,
  address: usdcAddress,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  metadata: { logoURI: 'https://example.com/usdc.png', verified: true },
}

export const amount = {
  currency,
  amount: '30754920',
  amountFormatted: '30.75492',
  amountUsd: '30.901612',
  minimumAmount: '30454920',
}

export const transactionItem = {
  status: 'incomplete',
  data: { from: user, to: user, data: '0x', value: '1000', chainId: 1 },
  check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
}

export const step = {
  id: 'deposit',
  action: 'Confirm transaction in your wallet',
  description: 'Depositing funds',
  kind: 'transaction',
  requestId,
  items: [transactionItem],
  depositAddress: '',
}

export const fees = {
  relayerService: { ...amount, amount: '-5', amountFormatted: '-0.000005', amountUsd: '-0.000005' },
  relayerGas: amount,
  relayer: amount,
  app: amount,
  gas: amount,
  subsidized: amount,
}

export const details = {
  operation: 'bridge',
  sender: user,
  recipient: user,
  currencyIn: amount,
  currencyOut: amount,
  refundCurrency: amount,
  totalImpact: { usd: '-0.05', percent: '-0.16' },
  swapImpact: { usd: '0', percent: '0' },
  expandedPriceImpact: {
    swap: { usd: '-0.01' },
    execution: { usd: '-0.02' },
    relay: { usd: '0' },
    app: { usd: '0' },
  },
  rate: '0.9998',
  slippageTolerance: {
    origin: { usd: '0.1', value: '100', percent: '0.5' },
    destination: { usd: '0', value: '0', percent: '0' },
  },
  timeEstimate: 2,
  userBalance: '1000000',
  isFixedRate: false,
  route: {
    origin: { inputCurrency: amount, outputCurrency: amount, router: 'relay' },
    destination: { inputCurrency: amount, outputCurrency: amount, router: 'relay' },
  },
}

export const protocol = {
  v2: {
    orderId: order.orderId,
    orderData: order.orderData,
    paymentDetails: { chainId: 'base', depository: user, currency: zero, amount: '100000000000000000' },
  },
}

export const quote = { steps: [step], fees, details, protocol }

export const status = {
  status: 'success',
  inTxHashes: [`0x${'01'.repeat(32)}`],
  txHashes: [`0x${'02'.repeat(32)}`],
  updatedAt: 1763732000123,
  originChainId: 1,
  destinationChainId: 8453,
  details: null,
  failReason: 'N/A',
  refundFailReason: 'N/A',
}

export const attestation = {
  requestData: {
    originChainId: 1,
    originUser: `0x${'00'.repeat(12)}f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e`,
    originCurrency: `0x${'00'.repeat(32)}`,
    originAmount: '700000000000000000',
    destinationChainId: 7777777,
    destinationUser: `0x${'00'.repeat(12)}f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e`,
  },
  signature: `0x${'12'.repeat(64)}1b`,
}

export const config = {
  enabled: true,
  user: { balance: '1000', maxBridgeAmount: '900' },
  fee: '100',
  solver: { address: user, balance: '5000000', capacityPerRequest: '400000' },
  supportsExternalLiquidity: false,
}

const component = { usd: '0.02', amount: '20000', amountFormatted: '0.02' }
const components = {
  execution: component,
  swap: component,
  platform: component,
  app: component,
  sponsored: component,
}

export const request = {
  id: requestId,
  status: 'success',
  user,
  sender: user,
  recipient: user,
  refundTo: null,
  supersededByRequestId: null,
  depositAddress: null,
  requestType: 'Bridge',
  features: ['app_fees'],
  createdAt: '2026-08-21T10:00:00.000Z',
  updatedAt: '2026-08-21T10:00:02.000Z',
  protocol: null,
  data: {
    failReason: null,
    refundFailReason: null,
    inTxs: [
      {
        txHash: `0x${'01'.repeat(32)}`,
        fee: '21000',
        block: 100,
        type: 'onchain',
        chainId: 1,
        timestamp: 1763732000,
        status: 'success',
        data: { from: user, to: user, data: '0x', value: '1' },
        stateChanges: [],
      },
    ],
    outTxs: [],
    fees: { quoted: components, actual: components, currency },
    appFees: { quoted: [{ recipient: user, bps: '10', amount: '1', amountFormatted: '0.000001' }], currency },
  },
}

export const requestV2 = {
  id: requestId,
  status: 'failure',
  user,
  recipient: user,
  referrer: 'shop',
  createdAt: '2026-08-21T10:00:00.000Z',
  data: {
    failReason: 'N/A',
    fees,
    expandedPriceImpact: { quoted: details.expandedPriceImpact, actual: details.expandedPriceImpact },
    inTxs: [{ hash: `0x${'01'.repeat(32)}`, chainId: 1, timestamp: 1763732000 }],
  },
}

export const chain = {
  id: 8453,
  name: 'base',
  displayName: 'Base',
  explorerPaths: null,
  depositEnabled: true,
  tokenSupport: 'All',
  disabled: false,
  currency: { id: 'eth', symbol: 'ETH', name: 'Ether', address: zero, decimals: 18, supportsBridging: true },
  withdrawalFee: 0,
  depositFee: 0,
  erc20Currencies: [],
  solverCurrencies: [{ id: 'eth', symbol: 'ETH', name: 'Ether', address: zero, decimals: 18 }],
  contracts: { multicall3: user, v3: { erc20Router: user } },
  vmType: 'evm',
  solverAddresses: [user],
  protocol: { v2: { chainId: 'base', depository: user } },
}

type Parts = Record<string, unknown>

/** A copy of `value` where `path` holds `next`, or nothing if it is undefined. */
export function withValue<value>(value: value, path: string, next: unknown): value {
  const copy = copyOf(value)
  const keys = path.match(/[^.[\]]+/g) ?? []
  const last = keys.pop()!
  const holder = keys.reduce((at, key) => at[key] as Parts, copy as Parts)
  if (next === undefined) delete holder[last]
  else holder[last] = next
  return copy
}

/** Returns the value at `path`. */
export function valueAt(value: unknown, path: string): unknown {
  return (path.match(/[^.[\]]+/g) ?? []).reduce<unknown>((at, key) => (at as Parts)[key], value)
}

/** Fixtures share their parts, and a change must reach one place alone. */
function copyOf<value>(value: value): value {
  if (Array.isArray(value)) return value.map(copyOf) as value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyOf(part)])) as value
}
