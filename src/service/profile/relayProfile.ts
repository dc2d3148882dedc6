import { relayChains } from './relayChains.js'
// The public service's operations as of 25 November 2026. Sources: its changelog, and its guide to quote v3.
import type { ServiceProfile } from './types.js'

const untilQuoteV3 = { deprecated: '2026-11-25', ends: '2027-02-23' }
const withdrawn = {
  ends: '2026-09-01',
  successor:
    "the order and the solver's signature over it in the quote (`includeProtocolData: true`), which `verifyOrderSignature` checks",
}

const relayOperations: NonNullable<ServiceProfile['operations']> = {
  quote: { path: '/quote/v2', ...untilQuoteV3, successor: 'POST /quote/v3' },
  quoteV1: { path: '/quote', ...untilQuoteV3, successor: 'POST /quote/v3' },
  price: { path: '/price', ...untilQuoteV3, successor: 'POST /quote/v3' },
  permits: { path: '/execute/permits', ...untilQuoteV3, successor: 'POST /execute/permits/v2' },
  requestsV2: {
    path: '/requests/v2',
    deprecated: '2026-07-22',
    ends: '2026-11-24',
    successor: 'GET /requests/v3',
    throttled: true,
  },
  depositAddress: { path: '/deposit-addresses/v1', successor: 'GET /deposit-addresses/v2' },
  attestation: { path: '/requests/{requestId}/signature', ...withdrawn },
  attestationV2: { path: '/requests/{requestId}/signature/v2', ...withdrawn },
}

/**
 * The public service, from its published documentation.
 *
 * - Warning: chains, depositories and routers change. `extendProfile` adds those that the service lists and this profile lacks.
 */
export const relayProfile: ServiceProfile = {
  name: 'relay',
  asOf: { date: '2026-11-25', source: "the service's documentation and deployments, and published orders" },
  baseUrl: 'https://api.relay.link',
  wsUrl: 'wss://ws.relay.link',
  // Wallets and integrators link to this page, followed by a request's id or a transaction's hash. Read 2026-11-26.
  transactionPage: 'https://relay.link/transaction/',
  venueInfoUrl: 'https://api.hyperliquid.xyz/info',
  venueExchangeUrl: 'https://api.hyperliquid.xyz/exchange',
  solvers: {
    evm: '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF',
    svm: 'F7p3dFrjRTbtRp8FRF6qHLomXbKRBzpvBLjtQcfcgmNe',
    bvm: 'bc1qq2mvrp4g3ugd424dw4xv53rgsf8szkrv853jrc',
    tvm: 'TYVWGh8XkmU49Hi9PkGAZXiiJPB3J5zJZy',
  },
  chains: relayChains,
  operations: relayOperations,
  nonceMappingDomainName: 'RelayNonceMapping',
  venue: {
    chainId: 1337,
    chainName: 'hyperliquid',
    chainField: 'hyperliquidChain',
    sendAssetType: 'HyperliquidTransaction:SendAsset',
    signDomainName: 'HyperliquidSignTransaction',
    depository: '0x865eb9baa5492cef598adf7afb1038654fcb7081',
  },
  finality: {
    blocks: 10,
    seconds: 60,
    chains: { ethereum: { blocks: 10, seconds: 60 }, polygon: { blocks: 50, seconds: 60 } },
  },
}
