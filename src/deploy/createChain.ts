import {
  type Account,
  type Address,
  BaseError,
  createWalletClient,
  defineChain,
  type HttpTransport,
  type PublicActions,
  publicActions,
  type Chain as ViemChain,
  type WalletClient,
} from 'viem'
import { ChainUnreachableError } from '../contract/rpc/errors.js'
import { describeFault, isUnanswered } from '../contract/rpc/faults.js'
import { nodeHttp } from '../contract/rpc/nodeHttp.js'
import { DeploymentError } from './errors.js'

type Client = WalletClient<HttpTransport, ViemChain, Account> & PublicActions<HttpTransport, ViemChain>

/** A chain and its deployer. */
export type DeployChain = {
  id: number
  /** The origin of the node's URL; its path may hold a key. */
  origin: string
  client: Client
  /** Waits for a call; its errors leave out the node's URL. */
  reach: <result>(call: Promise<result>) => Promise<result>
}

export type CreateChainParameters = {
  rpcUrl: string
  /** A local account, the address of an account of the node, or any address where nothing is sent. */
  account: Account | Address
  /** Milliseconds for one answer. */
  timeoutMs?: number
  /** Milliseconds between two requests for a receipt. */
  pollMs?: number
}

/** Connects to a chain and asks for its id. @throws {@link ChainUnreachableError} */
export async function createChain({
  rpcUrl,
  account,
  timeoutMs = 15_000,
  pollMs = 1_000,
}: CreateChainParameters): Promise<DeployChain> {
  const { origin } = new URL(rpcUrl)
  const connect = (id: number): Client =>
    createWalletClient({
      account,
      chain: defineChain({
        id,
        name: `chain ${id}`,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [rpcUrl] } },
      }),
      // viem does not retry transactions.
      transport: nodeHttp(rpcUrl, { retryCount: 2, timeout: timeoutMs }),
      cacheTime: 0,
      pollingInterval: pollMs,
    }).extend(publicActions) as Client
  const id = await connect(0)
    .getChainId()
    .catch((error: unknown) => {
      throw toUnreachable(error, origin)
    })
  const reach = <result>(call: Promise<result>): Promise<result> =>
    call.catch((error: unknown) => {
      throw explain(error, id, origin)
    })
  return { id, origin, client: connect(id), reach }
}

function explain(error: unknown, chainId: number, origin: string): unknown {
  if (!(error instanceof BaseError)) return error
  if (isUnanswered(error)) return toUnreachable(error, origin)
  return new DeploymentError(chainId, `the node refused: ${describeFault(error)}`)
}

function toUnreachable(error: unknown, origin: string): unknown {
  return error instanceof BaseError
    ? new ChainUnreachableError({ origin, reason: describeFault(error) })
    : error
}
