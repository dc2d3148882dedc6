import { relayChains } from './relayChains.js'
import { relayOperations } from './relayOperations.js'
import type { ServiceProfile } from './types.js'

/**
 * The public service, from its published documentation.
 *
 * - Warning: chains, depositories and routers change. `extendProfile` adds those that the service lists and this profile lacks.
 */
export const relayProfile: ServiceProfile = {
  name: 'relay',
  asOf: {
    date: '2026-11-25',
    source: "the service's documentation and deployments, and published orders",
  },
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
