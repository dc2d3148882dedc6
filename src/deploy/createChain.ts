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
import { describeFault, type NodeFault, readFault } from '../contract/rpc/faults.js'
import { nodeHttp } from '../contract/rpc/nodeHttp.js'
import { toUnreachable } from '../contract/rpc/toUnreachable.js'
import { DeploymentError } from './errors.js'
import { readOptions } from './readOptions.js'

type Client = WalletClient<HttpTransport, ViemChain, Account> & PublicActions<HttpTransport, ViemChain>

/** A chain and its deployer. */
export type DeployChain = {
  id: number
  /** The origin of the node's URL. The path is omitted because it may contain a key. */
  origin: string
  client: Client
  /** Waits for a read of the chain. Errors omit the node's URL. @throws {@link ChainUnreachableError} */
  reach: <result>(call: Promise<result>) => Promise<result>
  /** Waits for a transaction, its estimate or its simulation, which the node may reject. @throws {@link DeploymentError} */
  offer: <result>(call: Promise<result>) => Promise<result>
  /** Returns the deployer's next nonce, including used nonces that a lagging node does not count yet. */
  readNonce(): Promise<number>
  /** Records that a nonce is used. */
  noteNonce(nonce: number): void
}

export type CreateChainParameters = {
  rpcUrl: string
  /** A local account, the address of an account of the node, or any address if nothing is sent. */
  account: Account | Address
  /** Milliseconds to wait for one answer. */
  timeoutMs?: number
  /** Milliseconds between two requests for a receipt. */
  pollMs?: number
}

/** Connects to a chain and reads its id. @throws {@link ChainUnreachableError} */
export async function createChain(parameters: CreateChainParameters): Promise<DeployChain> {
  readOptions(parameters, 'rpcUrl', 'account')
  const { rpcUrl, account, timeoutMs = 15_000, pollMs = 1_000 } = parameters
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
  const reach = <result>(call: Promise<result>): Promise<result> =>
    call.catch((error: unknown) => {
      throw explain(error, (fault) => fault === 'reverted')
    })
  const offer = <result>(call: Promise<result>): Promise<result> =>
    call.catch((error: unknown) => {
      throw explain(error, (fault) => fault === 'reverted' || fault === 'refused')
    })
  let id = 0
  const explain = (error: unknown, isDecided: (fault: NodeFault) => boolean): unknown => {
    if (!(error instanceof BaseError)) return error
    if (!isDecided(readFault(error))) return toUnreachable(error, origin)
    return new DeploymentError(id, `the node refused: ${describeFault(error)}`)
  }
  id = await reach(connect(0).getChainId())
  const client = connect(id)
  let nextNonce = 0
  return {
    ...{ id, origin, client, reach, offer },
    async readNonce() {
      const { address } = client.account
      return Math.max(await reach(client.getTransactionCount({ address, blockTag: 'pending' })), nextNonce)
    },
    noteNonce(nonce) {
      nextNonce = Math.max(nextNonce, nonce + 1)
    },
  }
}
