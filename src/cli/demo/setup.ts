import { type Address, erc20Abi, zeroAddress } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import { type ChainClient, createChainClient } from '../../mock/chains/createChainClient.js'
import type { MockChain, MockService } from '../../mock/index.js'
import type { Report } from './report.js'

/** One of the mock's chains, with a client for it. */
export type DemoChain = MockChain & { client: ChainClient; usdc: Address }

/** Where the demo plays, and who plays in it. */
export type Demo = {
  mock: MockService
  report: Report
  origin: DemoChain
  destination: DemoChain
  /** Administers the receivers. */
  admin: PrivateKeyAccount
  /** Pays on the origin chain. */
  user: PrivateKeyAccount
  /** Is paid on the destination chain, and allowed there. */
  recipient: PrivateKeyAccount
  /** Means no good. */
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
  return { mock, report, origin, destination, admin, user, recipient, attacker }
}

function openChain(chain: MockChain): DemoChain {
  return { ...chain, client: createChainClient(chain), usdc: chain.tokens[0]?.address ?? zeroAddress }
}

/** What `holder` has of a currency, in its smallest unit. */
export function readBalance({ client }: DemoChain, currency: Address, holder: Address): Promise<bigint> {
  if (currency === zeroAddress) return client.getBalance({ address: holder })
  return client.readContract({ abi: erc20Abi, address: currency, functionName: 'balanceOf', args: [holder] })
}

/** Whether the destination's receiver has measured a delivery for an id. */
export function readIsPaid({ client, receiver }: DemoChain, id: `0x${string}`): Promise<boolean> {
  return client.readContract({ abi: fillReceiverAbi, address: receiver, functionName: 'isPaid', args: [id] })
}

/** The chain's own time, in Unix seconds. */
export async function readTime({ client }: DemoChain): Promise<number> {
  return Number((await client.getBlock()).timestamp)
}
