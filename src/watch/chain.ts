import { type Address, BaseError, createPublicClient, type Hash, type Hex, type PublicClient } from 'viem'
import { FillproofError } from '../base/FillproofError.js'
import { type ReadInbox, readInboxBalances } from '../contract/facts/readInboxBalances.js'
import { getReceiverKind, type ReceiverKind } from '../contract/getReceiverKind.js'
import { ChainUnreachableError } from '../contract/rpc/errors.js'
import { describeFault, isPassing, readFault } from '../contract/rpc/faults.js'
import { nodeHttp } from '../contract/rpc/nodeHttp.js'
import { toUnreachable } from '../contract/rpc/toUnreachable.js'
import { uncut } from '../contract/rpc/uncut.js'
import { askOf, withRequest } from '../contract/rpc/withRequest.js'
import { multicall3 } from '../contract/sendAggregated.js'
import { createView, isOutage, type WatchChain } from './chainView.js'
import type { Pace } from './createPace.js'
import { type AskOptions, createPeer, type Peer, type PeerContext, type PeerFault } from './createPeer.js'
import { type AskedBlock, createSecondLook } from './createSecondLook.js'
import { type Header, readHeader, readNumber } from './readHeader.js'
import {
  type EventRange,
  type ReceiverLog,
  readBlockEvents,
  readReceiverEvents,
} from './readReceiverEvents.js'
import type { KeptBlock } from './types.js'

/** `last` is the range's last block, read before the events. */
type RangeEvents = { last: Header; logs: ReceiverLog[] }

/**
 * A chain, for all its receivers. While no node answers, requests are repeated. A request that the nodes keep refusing throws
 * `ChainUnreachableError`.
 */
export type ConnectedChain = {
  id: number
  /** The URL of the first node, without its path. */
  origin: string
  /** Whether the chain's nodes currently fail. */
  isSlow(): boolean
  readHead(): Promise<bigint>
  /** Null if the chain currently has no such block. */
  readBlock(block: { number: bigint } | { hash: Hash }): Promise<Header | null>
  /**
   * Reads receivers' events up to a block from a node that has this block, because a lagging node would leave events out.
   * Returns `missing` if the node lacks the block, `refused` if it refuses so many blocks at once, `late` if it takes too long.
   */
  readEvents(range: EventRange): Promise<RangeEvents | 'missing' | 'refused' | 'late'>
  /**
   * Reads receivers' events of one block by its hash. A node without the block can't answer. See {@link createSecondLook}.
   */
  readBlockEvents(block: AskedBlock): Promise<ReceiverLog[] | 'missing'>
  /**
   * Reads the balances of inboxes at a block, by their hashes. A balance that can't be read is undefined or absent. Returns
   * `missing` if the chain currently has another block there.
   */
  readBalances(
    inboxes: readonly ReadInbox[],
    block: KeptBlock,
  ): Promise<ReadonlyMap<Hex, bigint | undefined> | 'missing'>
  readKind(receiver: Address): Promise<ReceiverKind>
  /** Reads the nodes' chain ids again. Waits until a node answers and is on this chain. */
  checkId(): Promise<void>
  /** Returns the chain as seen by the checks of one receiver. */
  view(options: { receiver: Address; signal?: AbortSignal }): WatchChain
}

export type ConnectChainParameters = PeerContext & {
  /** The nodes, in the order of preference: the first that answers and does not lag is used. */
  nodes: readonly { url: string; pace: Pace }[]
  /** The id of the chain. Nodes with another chain id are not used. */
  id: number
  timeoutMs?: number
}

/** A node lags if its head is more than this many blocks below another node's. */
const mostBehind = 20n
const compareMs = 15_000
/**
 * Some providers report a limit of blocks as if it were a limit of requests. So from this attempt of a range on, a limit of
 * requests is taken as a refusal of the range, which is then halved. Once a range was refused, this applies to later ranges
 * from their first attempt on.
 */
const patientTries = 5

/** Reads the chain's id. @throws {@link ChainUnreachableError} if nothing answers, for example because the URL is wrong. */
export async function readChainId(parameters: Omit<ConnectChainParameters, 'id'>): Promise<number> {
  const { peer, clients } = connectNodes(parameters)
  return peer.ask((node) => clients[node]!.getChainId())
}

/**
 * Connects to a chain. Requests nothing until needed.
 *
 * - Trust: the nodes' answers are believed.
 */
export function connectChain(parameters: ConnectChainParameters): ConnectedChain {
  const { nodes, id, clock, tell } = parameters
  const { peer, clients } = connectNodes(parameters)
  const origins = nodes.map(({ url }) => new URL(url).origin)
  const verified = new Map<number, Promise<PublicClient>>()
  let comparedAt = clock.now()

  async function readVerified(node: number): Promise<PublicClient> {
    const client = clients[node]!
    await nodes[node]!.pace.takeTurn(parameters.signal)
    const found = await client.getChainId()
    if (found === id) return client
    const reason = `It is chain ${found}, not ${id}.`
    throw new ChainUnreachableError({ origin: origins[node]!, reason })
  }

  /** Reads the chain id of each node once, and again after `checkId`. */
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

  const names = origins.map((origin) => `The chain at ${origin}`)
  const isSlow = (node: number) => nodes[node]!.pace.isSlow()
  const lookAgain = createSecondLook({ peer, names, isSlow, connect: verify, tell })
  const readAll = createRangeReader(parameters, names)

  return {
    id,
    origin: origins[0]!,
    isSlow: () => nodes.every(({ pace }) => pace.isSlow()),
    readHead() {
      if (clients.length > 1 && clock.now() - comparedAt >= compareMs) {
        comparedAt = clock.now()
        // A silent node must not delay the others.
        compareNodes(parameters, peer, (node) => verify(node).then(readNumber)).catch(() => {})
      }
      return ask(readNumber)
    },
    readBlock: (block) => ask((client) => readHeader(client, block)),
    async checkId() {
      verified.clear()
      await ask(async () => {})
    },
    readEvents(range) {
      let tries = 0
      return ask(async (client, node) => {
        const last = await readHeader(client, { number: range.toBlock })
        if (!last) return 'missing'
        const logs = await readAll(client, node, range, ++tries >= patientTries)
        return typeof logs === 'string' ? logs : { last, logs }
      })
    },
    readBlockEvents: (asked) =>
      ask(async (client, node) => {
        const logs = await readBlockEvents(client, asked)
        return logs === 'missing' ? logs : lookAgain(asked, node, logs)
      }),
    readBalances: createBalanceReader(parameters, ask),
    readKind: (receiver) => ask((client) => getReceiverKind(client, { receiver })),
    view: ({ receiver, signal }) =>
      createView((call) => ask(call, { who: receiver.toLowerCase(), signal }), receiver),
  }
}

/** Returns a client whose requests each wait for their turn. */
function pacedClient({ nodes, signal }: ConnectChainParameters, client: PublicClient, node: number) {
  return withRequest(client, async (args, options) => {
    await nodes[node]!.pace.takeTurn(signal)
    return askOf(client)(args, options)
  })
}

type Ask = <result>(call: (client: PublicClient, node: number) => Promise<result>) => Promise<result>

function createBalanceReader(parameters: ConnectChainParameters, ask: Ask): ConnectedChain['readBalances'] {
  return (inboxes, { number, hash }) =>
    ask(async (client, node) => {
      const paced = pacedClient(parameters, client, node)
      const at = { batcher: multicall3, blockNumber: number } as const
      const found = await readInboxBalances(paced, inboxes, at).catch(noneWhenRefused)
      const block = await readHeader(client, { number })
      return block?.hash === hash ? found : 'missing'
    })
}

/** A node that lacks the state of a block knows no balance there. */
function noneWhenRefused(error: unknown): Map<Hex, undefined> {
  if (isPassing(error)) throw error
  return new Map()
}

/** Creates a function that reads whole ranges, even if a node cuts long lists. Each request waits for its turn. */
function createRangeReader(parameters: ConnectChainParameters, names: readonly string[]) {
  const { tell } = parameters
  let isLimitRange = false
  const cutting = new Set<number>()
  return async (client: PublicClient, node: number, range: EventRange, isPatient: boolean) => {
    const paced = pacedClient(parameters, client, node)
    const whole = uncut(paced, () => {
      if (cutting.has(node)) return
      cutting.add(node)
      tell(`cut ${node}`, `${names[node]} cuts long lists of events without an error. The rest is requested.`)
    })
    const logs = await readReceiverEvents(whole, range, isLimitRange || isPatient)
    isLimitRange ||= logs === 'refused'
    return logs
  }
}

/** Finds the nodes that lag. */
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

/** Creates a client for each node. Requests go to nodes that answer. */
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
