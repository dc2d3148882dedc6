import type { ServiceClient } from '../../src/client/serviceClient.js'

const requestId = `0x${'ab'.repeat(32)}` as const
export const user = '0xf3d63166f0ca56c3c1a3508fce03ff0cf3fb691e'
export const signature = `0x${'12'.repeat(64)}1b`

const trade = {
  user,
  originChainId: 1,
  destinationChainId: 8453,
  originCurrency: user,
  destinationCurrency: user,
  amount: 5n,
  tradeType: 'EXACT_INPUT' as const,
}
const call = { executionKind: 'rawCalls', data: { chainId: 1, to: user, data: '0x', value: 0n } } as const

/** How the client calls each published operation. */
export const runs: Readonly<Record<string, (client: ServiceClient) => Promise<unknown>>> = {
  'POST /quote/v2': (client) => client.getQuote(trade),
  'POST /price': (client) => client.getPrice(trade),
  'GET /intents/status/v3': (client) => client.getStatus({ requestId }),
  'GET /intents/status': (client) => client.getStatusLegacy({ requestId }),
  'GET /requests/{requestId}/signature': (client) => client.getAttestation({ requestId }),
  'GET /requests/{requestId}/signature/v2': (client) => client.getAttestation({ requestId, layout: 'v2' }),
  'GET /requests/v3': (client) => client.getRequests(),
  'GET /requests/v2': (client) => client.getRequestsV2(),
  'GET /config/v2': (client) => client.getConfig({ originChainId: 1, destinationChainId: 10 }),
  'GET /chains': (client) => client.getChains(),
  'GET /chains/liquidity': (client) => client.getLiquidity({ chainId: 1 }),
  'GET /chains/health': (client) => client.getChainsHealth(),
  'POST /currencies/v2': (client) => client.getCurrencies(),
  'GET /currencies/token/price': (client) => client.getTokenPrice({ address: user, chainId: 1 }),
  'GET /prices/rates': (client) => client.getPriceRates(),
  'GET /swap-sources': (client) => client.getSwapSources(),
  'POST /execute': (client) => client.execute(call),
  'POST /execute/permits': (client) =>
    client.submitPermit({ signature, body: { kind: 'permit2', requestId } }),
  'POST /transactions/index': (client) => client.indexTransaction({ chainId: 1, txHash: requestId }),
  'POST /transactions/single': (client) =>
    client.indexSingleTransaction({ requestId, chainId: 1, tx: { txHash: requestId } }),
  'POST /transactions/deposit-address/reindex': (client) =>
    client.reindexDepositAddress({ chainId: 1, depositAddress: user }),
  'GET /deposit-addresses/v1': (client) => client.getDepositAddress({ address: user }),
  'POST /fast-fill': (client) => client.fastFill({ requestId }),
  'GET /app-fees/{wallet}/balances': (client) => client.getAppFeeBalances({ wallet: user }),
  'POST /app-fees/{wallet}/claim': (client) =>
    client.claimAppFees({ wallet: user, chainId: 1, currency: user, recipient: user }),
  'GET /app-fees/{wallet}/claims': (client) => client.getAppFeeClaims({ wallet: user }),
  'GET /metrics/usage': (client) => client.getUsage(),
}
