import type { EthereumProvider } from 'hardhat/types/providers'
import {
  type Chain,
  type Client,
  createWalletClient,
  custom,
  defineChain,
  type PublicActions,
  publicActions,
  type Transport,
  type WalletActions,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { MockChain } from '../../mock/index.js'

export type AccountClient = Client<Transport, Chain, PrivateKeyAccount> &
  PublicActions<Transport, Chain, PrivateKeyAccount> &
  WalletActions<Chain, PrivateKeyAccount>

/** Creates a viem client of a connection. It sends as one of the mock's accounts. */
export function clientOn(
  { id, name, rpcUrl }: Pick<MockChain, 'id' | 'name' | 'rpcUrl'>,
  provider: Pick<EthereumProvider, 'request'>,
  account: PrivateKeyAccount,
): AccountClient {
  return createWalletClient({
    account,
    chain: defineChain({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: custom(provider, { retryCount: 0 }),
    cacheTime: 0,
    pollingInterval: 25,
  }).extend(publicActions)
}
