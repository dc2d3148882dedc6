import {
  type Address,
  BaseError,
  BlockNotFoundError,
  createPublicClient,
  type Hash,
  type Hex,
  isHash,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { FillproofError } from '../base/FillproofError.js'
import { getAuthorization } from '../contract/getAuthorization.js'
import { ChainUnreachableError } from '../contract/rpc/errors.js'
import { describeFault, readFault } from '../contract/rpc/faults.js'
import { nodeHttp } from '../contract/rpc/nodeHttp.js'
import { orUndefined } from '../contract/rpc/orUndefined.js'
import { toUnreachable } from '../contract/rpc/toUnreachable.js'
import { registeredTermsReceiverAbi } from '../generated/abi/registeredTermsReceiver.js'
import { readCalldata } from '../rules/settled/readCalldata.js'
import type { Pace } from './createPace.js'
import { type AskOptions, createPeer, type Peer, type PeerContext, type PeerFault } from './createPeer.js'
import { type EventRange, type ReceiverLog, readReceiverEvents, unreadable } from './readReceiverEvents.js'

export type Header = { number: bigint; hash: Hash; parentHash: Hash; timestamp: number }

/** `last` is the range's last block, read before the events. */
type RangeEvents = { last: Header; logs: ReceiverLog[] }

type Log = { address: Address; topics: readonly Hex[]; data: Hex; logIndex: number }

export type ChainTransaction = { to: Address | null; input: Hex; value: bigint }

export type Receipt = { blockHash: Hash; status: 'success' | 'reverted'; logs: Log[] }

/**
 * A chain, for all its receivers. While no node answers, they are asked again. What they refuse again and again ends with
 * `ChainUnreachableError`.
 */
export type ConnectedChain = {
  id: number
  /** The URL of the first node without its path. */
  origin: string
  /** Whether its nodes fail now. */
  isSlow(): boolean
  readHead(): Promise<bigint>
  /** Null where the chain has no such block now. */
  readBlock(block: { number: bigint } | { hash: Hash }): Promise<Header | null>
  /**
   * Reads receivers' events up to a block that the same node has: one that is behind would leave events out. The node may
   * lack that block, refuse so many at once, or take too long for them.
   */
  readEvents(range: EventRange): Promise<RangeEvents | 'missing' | 'refused' | 'late'>
  /** Returns the chain as the checks of one receiver read it. */
  view(options: { receiver: Address; signal?: AbortSignal }): WatchChain
}

/** A chain as the checks of one receiver read it. */
export type WatchChain = {
  /** Null where the chain has no such transaction now. */
  readTransaction(hash: Hash): Promise<ChainTransaction | null>
  readReceipt(hash: Hash): Promise<Receipt | null>
  /** Reads an account at a block's end. Null where the node no longer keeps that state. */
  readAccount(at: {
    address: Address
    blockNumber: bigint
  }): Promise<{ balance: bigint; nonce: number; hasCode: boolean } | null>
  /** Whether the receiver remembers an authorization of a call. */
  isAuthorized(callHash: Hex): Promise<boolean>
  /** Whether an account is a registrar of the receiver now. */
  isRegistrar(account: Address): Promise<boolean>
}

export type ConnectChainParameters = PeerContext & {
  /** The first is used while it answers and is not behind. */
  nodes: readonly { url: string; pace: Pace }[]
  /** Nodes of another chain are not used. */
  id: number
  timeoutMs?: number
}

/** A node that lacks so many of another's blocks is behind. */
const mostBehind = 20n
const compareMs = 15_000
/**
 * A range that meets a limit so often is halved, and each range that meets one after it: some providers limit blocks with the
 * words for requests.
 */
const patientTries = 5

/** Reads the number of the chain. @throws {@link ChainUnreachableError} where nothing answers at all, as at a wrong URL. */
export async function readChainId(parameters: Omit<ConnectChainParameters, 'id'>): Promise<number> {
  const { peer, clients } = connectNodes(parameters)
  return peer.ask((node) => clients[node]!.getChainId())
}

/**
 * Connects to a chain. Nothing is asked before it is needed.
 *
 * - Trust: the nodes are believed. One that hides events hides fills.
 */
export function connectChain(parameters: ConnectChainParameters): ConnectedChain {
  const { nodes, id, clock } = parameters
  const { peer, clients } = connectNodes(parameters)
  const origins = nodes.map(({ url }) => new URL(url).origin)
  const verified = new Map<number, Promise<PublicClient>>()
  let comparedAt = clock.now()
  let isLimitRange = false

  async function readVerified(node: number): Promise<PublicClient> {
    const client = clients[node]!
    await nodes[node]!.pace.takeTurn(parameters.signal)
    const found = await client.getChainId()
    if (found === id) return client
    const reason = `It is chain ${found}, not ${id}.`
    throw new ChainUnreachableError({ origin: origins[node]!, reason })
  }

  /** Asks each node once for the number of its chain. */
  function verify(node: number): Promise<PublicClient> {
    const known = verified.get(node)
    if (known) return known
    const reading = readVerified(node)
    verified.set(node, reading)
    reading.catch(() => verified.delete(node))
    return reading
  }

  const ask = <result>(call: (client: PublicClient, node: number) => Promise<result>, options?: AskOptions) =>
    peer.ask(async (node) => call(await verify(node), node), options)

  return {
    id,
    origin: origins[0]!,
    isSlow: () => nodes.every(({ pace }) => pace.isSlow()),
    readHead() {
      if (clients.length > 1 && clock.now() - comparedAt >= compareMs) {
        comparedAt = clock.now()
        // A silent node holds nothing up.
        compareNodes(parameters, peer, (node) => verify(node).then(readNumber)).catch(() => {})
      }
      return ask(readNumber)
    },
    readBlock: (block) => ask((client) => readHeader(client, block)),
    readEvents(range) {
      let tries = 0
      return ask(async (client, node) => {
        const last = await readHeader(client, { number: range.toBlock })
        if (!last) return 'missing'
        await nodes[node]!.pace.takeTurn(parameters.signal)
        const logs = await readReceiverEvents(client, range, isLimitRange || ++tries >= patientTries)
        isLimitRange ||= logs === 'refused'
        return typeof logs === 'string' ? logs : { last, logs }
      })
    },
    view: ({ receiver, signal }) =>
      createView((call) => ask(call, { who: receiver.toLowerCase(), signal }), receiver),
  }
}

/** Finds the nodes that are behind. */
async function compareNodes(
  { nodes, tell }: ConnectChainParameters,
  peer: Peer,
  readHead: (node: number) => Promise<bigint>,
): Promise<void> {
  const heads = await Promise.all(nodes.map((_, node) => peer.probe(node, () => readHead(node))))
  const best = heads.reduce<bigint>((most, head = 0n) => (head > most ? head : most), 0n)
  const behind = heads.flatMap((head, node) => (head !== undefined && best - head > mostBehind ? [node] : []))
  peer.setBehind(new Set(behind))
  for (const node of behind) {
    const name = `The chain at ${new URL(nodes[node]!.url).origin}`
    tell(`${name} is behind`, `${name} is ${best - heads[node]!} blocks behind another node.`)
  }
}

type Ask = <result>(call: (client: PublicClient) => Promise<result>) => Promise<result>

function createView(ask: Ask, receiver: Address): WatchChain {
  return {
    readTransaction: (hash) =>
      ask(async (client) => {
        const found = await client.getTransaction({ hash }).catch(orUndefined(TransactionNotFoundError))
        if (!found) return null
        const { to = null, value = 0n } = found as Partial<typeof found>
        return { to, value, input: readCalldata(found, 'tempo') ?? '0x' }
      }),
    readReceipt: (hash) =>
      ask(async (client) => {
        const found = await client
          .getTransactionReceipt({ hash })
          .catch(orUndefined(TransactionReceiptNotFoundError))
        return found ? { blockHash: found.blockHash, status: found.status, logs: found.logs } : null
      }),
    async readAccount(at) {
      const balance = await ask((client) => client.getBalance(at).catch(orNullWhenRefused))
      const nonce = await ask((client) => client.getTransactionCount(at).catch(orNullWhenRefused))
      const code = await ask((client) => client.getCode(at).catch(orNullWhenRefused))
      if (balance === null || nonce === null || code === null) return null
      return { balance, nonce, hasCode: code !== undefined }
    },
    isAuthorized: (callHash) =>
      ask(async (client) => {
        return (await getAuthorization(client, { receiver, callHash }).catch(orNullWhenRefused)) !== null
      }),
    async isRegistrar(account) {
      const contract = { address: receiver, abi: registeredTermsReceiverAbi } as const
      const role = await ask((client) =>
        client.readContract({ ...contract, functionName: 'REGISTRAR_ROLE' }).catch(orNullWhenRefused),
      )
      if (role === null) return false
      const has = await ask((client) =>
        client
          .readContract({ ...contract, functionName: 'hasRole', args: [role, account] })
          .catch(orNullWhenRefused),
      )
      return has === true
    },
  }
}

/** Creates a client for each node, and asks those that answer. */
function connectNodes({ nodes, timeoutMs = 15_000, ...context }: Omit<ConnectChainParameters, 'id'>) {
  const endpoints = nodes.map(({ url, pace }) => {
    const { origin } = new URL(url)
    return { name: `The chain at ${origin}`, origin, pace }
  })
  const peer = createPeer({
    ...context,
    endpoints,
    explain: (error, { origin }) => explainFault(error, origin),
  })
  const clients = nodes.map(({ url }, node): PublicClient => {
    const fetchFn = peer.fetches[node]!
    const transport = nodeHttp(url, { retryCount: 0, timeout: timeoutMs, fetchFn })
    return createPublicClient({ transport, cacheTime: 0 })
  })
  return { peer, clients }
}

async function readNumber(client: PublicClient): Promise<bigint> {
  const number = await client.getBlockNumber()
  if (isSafe(number)) return number
  throw unreadable('eth_blockNumber')
}

/** Whether the database can store a number. */
function isSafe(number: bigint): boolean {
  return number <= BigInt(Number.MAX_SAFE_INTEGER)
}

function lower<text extends string | null>(text: text): text {
  return (text?.toLowerCase() ?? null) as text
}

async function readHeader(
  client: PublicClient,
  block: { number: bigint } | { hash: Hash },
): Promise<Header | null> {
  const which = 'number' in block ? { blockNumber: block.number } : { blockHash: block.hash }
  const found = await client.getBlock(which).catch(orUndefined(BlockNotFoundError))
  if (!found) return null
  const { number, timestamp } = found
  const [hash, parentHash] = [lower(found.hash), lower(found.parentHash)]
  const isAsked = 'number' in block ? number === block.number : hash === block.hash
  if (!isAsked || !isHash(hash) || number === null || !isSafe(timestamp)) throw unreadable('eth_getBlock')
  return { number, hash, parentHash, timestamp: Number(timestamp) }
}

function explainFault(error: unknown, origin: string): PeerFault | undefined {
  if (!(error instanceof BaseError || error instanceof FillproofError)) return undefined
  const isOurs = error instanceof FillproofError
  const reason = isOurs ? error.shortMessage : describeFault(error)
  const unreachable = isOurs ? new ChainUnreachableError({ origin, reason }) : toUnreachable(error, origin)
  return {
    error: error instanceof ChainUnreachableError ? error : unreachable,
    reason,
    isOutage: isOutage(error) || error instanceof ChainUnreachableError,
    isLimited: readFault(error) === 'limited',
  }
}

/** A node that no longer keeps the state, or a contract without the function. */
function orNullWhenRefused(error: unknown): null {
  if (isOutage(error)) throw error
  return null
}

function isOutage(error: unknown): boolean {
  return ['unanswered', 'limited'].includes(readFault(error))
}
