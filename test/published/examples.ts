import { readVector } from '../support/vectors.js'

/** A whole answer of the public service, put together from what is published of it. */
export type Example = { name: string; operation: string; section: string; answer: unknown }

const order = readVector('order-live')
const requestId = `0x${'ab'.repeat(32)}`
const hash = `0x${'12'.repeat(32)}`
export const user = order.orderData.output.payments[0].recipient
const base = 'https://api.relay.link'
const depository = '0x4cd00e387622c35bddb9b4c962c136462338bc31'
const native = `0x${'00'.repeat(20)}`
const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'

const ether = {
  chainId: 8453,
  address: native,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  metadata: { logoURI: `${base}/eth.png`, verified: true, isNative: true },
}
const amount = {
  currency: ether,
  amount: '100000000000000000',
  amountFormatted: '0.1',
  amountUsd: '301.2',
  minimumAmount: '100000000000000000',
}

/** A quote of one native deposit for the published order. */
export const depositQuote = {
  steps: [
    {
      id: 'deposit',
      action: 'Confirm transaction in your wallet',
      description: 'Depositing funds to the relayer to execute the swap',
      kind: 'transaction',
      requestId,
      items: [
        {
          status: 'incomplete',
          data: {
            from: user,
            to: depository,
            data: `0x49290c1c${'0'.repeat(24)}${user.slice(2).toLowerCase()}${order.orderId.slice(2)}`,
            value: '100000000000000000',
            chainId: 8453,
            gas: '31000',
            maxFeePerGas: '5000000',
            maxPriorityFeePerGas: '1000',
          },
          check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
        },
      ],
      depositAddress: '',
    },
  ],
  fees: { gas: amount, relayer: { ...amount, amount: '-5' } },
  details: {
    operation: 'swap',
    sender: user,
    recipient: user,
    currencyIn: amount,
    currencyOut: {
      ...amount,
      currency: { ...ether, chainId: 10 },
      amount: '99980224916533275',
      minimumAmount: '97980620418202610',
    },
    totalImpact: { usd: '-0.05', percent: '-0.02' },
    expandedPriceImpact: { relay: { usd: '0' }, sponsored: { usd: '0' } },
    rate: '0.9998',
    slippageTolerance: { total: '200', origin: { usd: '0', value: '0', percent: '0' } },
    timeEstimate: 2,
    userBalance: '5000000000000000000',
    isFixedRate: false,
  },
  protocol: {
    v2: {
      orderId: order.orderId,
      hubType: 'onchain',
      orderData: order.orderData,
      paymentDetails: { chainId: 'base', depository, currency: native, amount: '100000000000000000' },
    },
  },
}

const listed = {
  id: requestId,
  status: 'success',
  user,
  recipient: user,
  sender: null,
  refundTo: null,
  supersededByRequestId: null,
  depositAddress: {
    address: user,
    type: 'open',
    depositor: null,
    depositTxHash: hash,
    recoveryAddress: null,
  },
  requestType: 'Bridge',
  features: ['gas_top_up'],
  createdAt: '2026-08-21T10:00:00.000Z',
  updatedAt: '2026-08-21T10:00:02.000Z',
  protocol: {
    orderId: order.orderId,
    hubType: 'onchain',
    isWithdrawable: false,
    solver: { address: user, protocolChainId: 'base', chainId: 8453 },
    deposit: {
      origin: { amount: '5', chainId: 8453, currency: native, onchainId: hash, transactionId: hash },
      relay: { amount: '5', chainId: 537713, hash, operation: 'mint', tokenMetadata: { decimals: 18 } },
      attestation: {
        execution: { actions: ['0x00'], idempotencyKey: hash },
        attestations: [
          { oracleChainId: '537713', oracleContract: user, signerAddress: user, signature: '0x12' },
        ],
      },
    },
    settlement: { destination: { fills: [{ chainId: 10, transactionId: hash }], refunds: [] } },
  },
  data: {
    slippageTolerance: '200',
    timeEstimate: null,
    failReason: null,
    usesExternalLiquidity: false,
    inTxs: [{ txHash: hash, fee: '21000', feeUsd: '0.01', block: 1, type: 'onchain', chainId: 8453 }],
    outTxs: [],
    fees: { quoted: { platform: { usd: '0', amount: '0', amountFormatted: '0.0' } }, currency: ether },
    route: { includedSwapSources: [], quoted: { origin: null }, actual: { destination: null, rate: '1' } },
    refundCurrencyData: null,
    quoteOraclePrice: null,
    externalMetadata: { moonpayId: null },
  },
}

export const examples: readonly Example[] = [
  { name: 'a deposit', operation: 'POST /quote/v2', section: '3.2, 5', answer: depositQuote },
  {
    name: 'a price without a route',
    operation: 'POST /price',
    section: '4',
    answer: { fees: { gas: amount }, details: { operation: 'swap', currencyIn: amount, timeEstimate: 1 } },
  },
  {
    name: 'a fresh request',
    operation: 'GET /intents/status/v3',
    section: '7',
    answer: { status: 'waiting', quoteCreatedAt: 1767385462193 },
  },
  {
    name: 'a filled request',
    operation: 'GET /intents/status/v3',
    section: '7',
    answer: {
      status: 'success',
      inTxHashes: [hash],
      txHashes: [hash],
      updatedAt: 1767385462193,
      originChainId: 8453,
      destinationChainId: 10,
    },
  },
  {
    name: 'a request that the older path does not know',
    operation: 'GET /intents/status',
    section: '7',
    answer: { status: 'unknown' },
  },
  {
    name: '20-byte, checksummed addresses',
    operation: 'GET /requests/{requestId}/signature',
    section: 'Attestation v1 and v2',
    answer: (({ requestData, signature }) => ({ requestData, signature }))(
      readVector('attestation-v1-live').record,
    ),
  },
  {
    name: 'a record',
    operation: 'GET /requests/v3',
    section: '8',
    answer: { requests: [listed], continuation: 'next', total: 2 },
  },
  {
    name: 'a record with its deprecation',
    operation: 'GET /requests/v2',
    section: '8',
    answer: {
      requests: [
        {
          id: requestId,
          status: 'failure',
          data: {
            failReason: 'N/A',
            fees: { gas: '21000', fixed: '1', price: '2', gateway: '0' },
            inTxs: [{ hash, chainId: 8453 }],
            subsidizedFee: { origin: { amount: '1', address: native, chainId: 8453 }, amountUsd: '0.1' },
          },
        },
      ],
      deprecation: {
        message: 'Use GET /requests/v3.',
        deprecatedAt: '2026-07-22',
        throttledFrom: '2026-09-01',
        sunsetAt: '2026-11-24',
        successor: '/requests/v3',
        migrationGuide: 'https://docs.example/migrating',
      },
    },
  },
  {
    name: 'a chain',
    operation: 'GET /chains',
    section: '9',
    answer: {
      chains: [
        {
          id: 8453,
          name: 'base',
          explorerPaths: null,
          explorerQueryParams: null,
          erc20Currencies: [{ id: 'usdc', symbol: 'USDC', address: usdc, decimals: 6, withdrawalFee: 0 }],
          contracts: { multicall3: user, v3: { erc20Router: user, approvalProxy: user } },
          vmType: 'evm',
          baseChainId: 1,
          iconUrl: null,
          statusMessage: null,
          solverAddresses: [user],
          protocol: { v2: { chainId: 'base', depository, depositoryVault: null } },
        },
      ],
    },
  },
  {
    name: 'balances as numbers',
    operation: 'GET /app-fees/{wallet}/balances',
    section: '10',
    answer: { balances: [amount], totalBalanceUsd: 301.2, availableBalanceUsd: 301.2 },
  },
  {
    name: 'nothing found',
    operation: 'POST /transactions/deposit-address/reindex',
    section: '10',
    answer: { message: 'Reindexed.', triggeredCurrencies: [], checkedCurrencies: 3, failedCurrencies: 0 },
  },
]
