import {
  type Address,
  type Chain,
  createWalletClient,
  erc20Abi,
  type HttpTransport,
  http,
  type WalletClient,
  zeroAddress,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createServiceClient, type ServiceClient } from '../../client/index.js'
import { isPaid } from '../../contract/index.js'
import { type ChainClient, createChainClient } from '../../mock/chains/createChainClient.js'
import type { MockChain, MockService } from '../../mock/index.js'
import type { Report } from './report.js'

/** One of the mock's chains, with a client for it. */
export type DemoChain = MockChain & { client: ChainClient; usdc: Address }

/** The mock, its chains, and the accounts of the demo. */
export type Demo = {
  mock: MockService
  service: ServiceClient
  report: Report
  origin: DemoChain
  destination: DemoChain
  /** Administers the receivers. */
  admin: PrivateKeyAccount
  /** Pays on the origin chain. */
  user: PrivateKeyAccount
  /** Is paid on the destination chain, and allowed there. */
  recipient: PrivateKeyAccount
  attacker: PrivateKeyAccount
}

export function createDemo(mock: MockService, report: Report): Demo {
  const [admin, user, recipient, attacker] = mock.accounts.map(({ privateKey }) =>
    privateKeyToAccount(privateKey),
  )
  const [origin, destination] = mock.chains.map(openChain)
  if (!admin || !user || !recipient || !attacker || !origin || !destination) {
    throw new Error('The demo needs four accounts and two chains.')
  }
  const service = createServiceClient({ profile: 'mock', baseUrl: mock.url, rateLimit: false })
  return { mock, service, report, origin, destination, admin, user, recipient, attacker }
}

function openChain(chain: MockChain): DemoChain {
  return { ...chain, client: createChainClient(chain), usdc: chain.tokens[0]?.address ?? zeroAddress }
}

/** A wallet of an account on a chain. */
export function connect(
  { client, rpcUrl }: DemoChain,
  account: PrivateKeyAccount,
): WalletClient<HttpTransport, Chain, PrivateKeyAccount> {
  return createWalletClient({ account, chain: client.chain, transport: http(rpcUrl), pollingInterval: 25 })
}

/** A balance in the currency's smallest unit. */
export function readDemoBalance({ client }: DemoChain, currency: Address, holder: Address): Promise<bigint> {
  if (currency === zeroAddress) return client.getBalance({ address: holder })
  return client.readContract({ abi: erc20Abi, address: currency, functionName: 'balanceOf', args: [holder] })
}

/** Whether the destination's receiver has measured a delivery for an id. */
export function readIsPaid({ client, receiver }: DemoChain, id: `0x${string}`): Promise<boolean> {
  return isPaid(client, { receiver, id })
}
