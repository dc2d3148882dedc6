import {
  type Chain,
  createTestClient,
  defineChain,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
  type WalletActions,
  walletActions,
} from 'viem'
/** What a chain calls its native currency. */
export type NativeCurrency = { symbol: string; name: string }

export type ChainClient = TestClient<'hardhat', HttpTransport, Chain> &
  PublicActions<HttpTransport, Chain> &
  WalletActions<Chain>

/** An ordinary viem client that sees every block at once: no caching, short polling. */
export function createChainClient({
  id,
  name,
  rpcUrl,
  native = { symbol: 'ETH', name: 'Ether' },
}: {
  id: number
  name: string
  rpcUrl: string
  native?: NativeCurrency
}): ChainClient {
  return createTestClient({
    mode: 'hardhat',
    chain: defineChain({
      id,
      name,
      nativeCurrency: { ...native, decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl, { retryCount: 0 }),
    cacheTime: 0,
    pollingInterval: 25,
  })
    .extend(publicActions)
    .extend(walletActions)
}
