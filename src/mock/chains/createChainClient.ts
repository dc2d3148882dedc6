import {
  type Chain,
  createTestClient,
  custom,
  defineChain,
  type EIP1193Provider,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
  type Transport,
  type WalletActions,
  walletActions,
} from 'viem'

export type NativeCurrency = { symbol: string; name: string }

export type ChainClient = TestClient<'hardhat', Transport, Chain> &
  PublicActions<Transport, Chain> &
  WalletActions<Chain>

/** Creates a viem client that sees every block at once: no caching, short polling. With a `provider` it needs no HTTP. */
export function createChainClient(parameters: {
  id: number
  name: string
  rpcUrl: string
  provider?: EIP1193Provider
  native?: NativeCurrency
}): ChainClient {
  const { id, name, rpcUrl, provider, native = { symbol: 'ETH', name: 'Ether' } } = parameters
  return createTestClient({
    mode: 'hardhat',
    chain: defineChain({
      id,
      name,
      nativeCurrency: { ...native, decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: provider ? custom(provider, { retryCount: 0 }) : http(rpcUrl, { retryCount: 0 }),
    cacheTime: 0,
    pollingInterval: 25,
  })
    .extend(publicActions)
    .extend(walletActions)
}
