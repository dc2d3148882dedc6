import {
  type Account,
  type Address,
  BaseError,
  createWalletClient,
  defineChain,
  HttpRequestError,
  type HttpTransport,
  http,
  InvalidInputRpcError,
  type PublicActions,
  publicActions,
  TimeoutError,
  type Chain as ViemChain,
  type WalletClient,
} from 'viem'
import { cleanText } from '../client/transport/cleanText.js'
import { ChainUnreachableError, DeploymentError } from '../errors/deploy.js'

type Client = WalletClient<HttpTransport, ViemChain, Account> & PublicActions<HttpTransport, ViemChain>

/** A chain and who deploys on it. */
export type DeployChain = {
  id: number
  /** Where the node is, without the URL's path, which may hold a key. */
  origin: string
  client: Client
  /** Waits for a call, and throws what goes wrong without the node's URL. */
  reach: <result>(call: Promise<result>) => Promise<result>
}

export type CreateChainParameters = {
  rpcUrl: string
  /** A local account, or the address of one that the node holds; any address where nothing is sent. */
  account: Account | Address
  /** Milliseconds for one answer. */
  timeoutMs?: number
  /** Milliseconds between two questions for what was sent. */
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
      // Of what is tried again viem leaves out transactions.
      transport: http(rpcUrl, { retryCount: 2, timeout: timeoutMs }),
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
  const isNetwork = error.walk((cause) => isUnanswered(cause) || cause instanceof TimeoutError)
  if (isNetwork) return toUnreachable(error, origin)
  return new DeploymentError(chainId, `the node refused: ${reasonOf(error)}`)
}

/** Some nodes refuse what they do not like by a status alone. */
function isUnanswered(error: unknown): boolean {
  return error instanceof HttpRequestError && error.status !== 400 && error.status !== 413
}

function toUnreachable(error: unknown, origin: string): unknown {
  return error instanceof BaseError ? new ChainUnreachableError({ origin, reason: reasonOf(error) }) : error
}

/** viem's long messages hold the whole URL, which may hold a key; so may the text of a node. */
function reasonOf(error: BaseError): string {
  const root = error.walk((cause) => cause instanceof BaseError && !(cause.cause instanceof BaseError))
  if (!(root instanceof BaseError)) return error.name
  const isGeneric =
    root instanceof InvalidInputRpcError || /Missing or invalid parameters/.test(root.shortMessage)
  const text = isGeneric || root.details ? root.details || root.shortMessage : root.shortMessage
  return cleanText(text.replace(/https?:\/\/\S+/g, '[url]'))
}
