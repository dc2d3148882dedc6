import { type Hex, hexToBytes, keccak256, numberToHex, toHex } from 'viem'
import { startHttpServer } from './httpServer.js'

/** A log, without its place. */
export type NodeLog = { address: Hex; topics: readonly Hex[]; data: Hex }

export type EventNode = {
  /** By their block. */
  logs: Map<number, NodeLog[]>
  /** What happens to other contracts in each block, and shows in its bloom alone. */
  foreignItems: number
  head: number
  /** Its logs are those of a node that is so many blocks behind. */
  lateBlocks: number
  /** Longer lists of logs are cut, without a word. */
  mostLogs: number
  /** Which end of a list is cut. */
  cuts: 'newest' | 'oldest'
  /** Whether it answers for the logs of a block that it lacks, with none. */
  isForgiving: boolean
  hasReceipts: boolean
  /** Blocks from here on belong to another branch. */
  forkAt: number
  /** Blocks that name no parent, both ends included. */
  orphans: readonly [number, number]
  /** Answers to other methods. */
  answers: Record<string, (params: unknown[]) => unknown>
  /** Called with each request before it is answered. */
  onRequest(method: string, params: unknown[]): void
  /** As of an EIP-1193 provider. */
  request(args: { method: string; params?: unknown }): Promise<unknown>
  hashOf(block: number): Hex
}

type Filter = { address?: Hex | Hex[]; topics?: (Hex | Hex[] | null)[] } & (
  | { blockHash: Hex }
  | { blockHash?: undefined; fromBlock: Hex; toBlock: Hex }
)

/** A fault that the node names. */
class NodeError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

const startTime = 1_700_000_000
const word = (value: number | bigint) => numberToHex(value, { size: 32 })

/** A node of a chain of which everything follows from the number of the block. */
export function createEventNode(settings: Partial<EventNode> = {}): EventNode {
  const node: EventNode = {
    logs: new Map(),
    foreignItems: 0,
    head: 100,
    lateBlocks: 0,
    mostLogs: Number.POSITIVE_INFINITY,
    cuts: 'newest',
    isForgiving: false,
    hasReceipts: true,
    forkAt: Number.POSITIVE_INFINITY,
    orphans: [1, 0],
    answers: {},
    onRequest() {},
    async request({ method, params }) {
      const list = (params ?? []) as unknown[]
      node.onRequest(method, list)
      return respond(method, list)
    },
    hashOf: (block) => word(BigInt(block) * 1000n + (block >= node.forkAt ? 1n : 0n) + 1n),
    ...settings,
  }
  const blooms = new Map<string, Hex>()
  let foreign: Hex | undefined

  function numberOf(hash: Hex): number | undefined {
    const block = Number(BigInt(hash) / 1000n)
    return block <= node.head && node.hashOf(block) === hash ? block : undefined
  }

  function logsOf(block: number) {
    return (node.logs.get(block) ?? []).map((log, index) => ({
      ...log,
      blockNumber: toHex(block),
      blockHash: node.hashOf(block),
      transactionHash: word(BigInt(block) * 1000n + BigInt(index) + (1n << 200n)),
      transactionIndex: toHex(index),
      logIndex: toHex(index),
      removed: false,
    }))
  }

  function bloomOf(block: number): Hex {
    const items = (node.logs.get(block) ?? []).flatMap(({ address, topics }) => [address, ...topics])
    const key = items.join()
    const known = blooms.get(key)
    if (known) return known
    // The same ones in each block, as hashing them takes long.
    foreign ??= createBloom(Array.from({ length: node.foreignItems }, (_, index) => keccak256(word(index))))
    const bloom = createBloom(items, foreign)
    blooms.set(key, bloom)
    return bloom
  }

  function readBlock(block: number | undefined) {
    if (block === undefined || block > node.head) return null
    const isOrphan = block >= node.orphans[0] && block <= node.orphans[1]
    return {
      number: toHex(block),
      hash: node.hashOf(block),
      parentHash: block === 0 || isOrphan ? word(0) : node.hashOf(block - 1),
      timestamp: toHex(startTime + block),
      logsBloom: bloomOf(block),
      transactions: [],
    }
  }

  function readLogs(filter: Filter) {
    const last = node.head - node.lateBlocks
    const isByHash = filter.blockHash !== undefined
    const single = isByHash ? numberOf(filter.blockHash) : undefined
    if (isByHash && (single === undefined || single > last)) {
      if (node.isForgiving) return []
      throw new NodeError(-32000, 'unknown block')
    }
    const [from, to] = isByHash
      ? [single!, single!]
      : [Number(filter.fromBlock), Math.min(Number(filter.toBlock), last)]
    const addresses = filter.address === undefined ? undefined : [filter.address].flat()
    const found = [...node.logs.keys()]
      .filter((block) => block >= from && block <= to)
      .sort((one, other) => one - other)
      .flatMap(logsOf)
      .filter(
        ({ address, topics }) =>
          (!addresses || addresses.some((one) => BigInt(one) === BigInt(address))) &&
          (filter.topics ?? []).every(
            (topic, index) => topic === null || [topic].flat().includes(topics[index]!),
          ),
      )
    if (found.length <= node.mostLogs) return found
    return node.cuts === 'newest' ? found.slice(0, node.mostLogs) : found.slice(-node.mostLogs)
  }

  function readReceipts(hash: Hex) {
    if (!node.hasReceipts) throw new NodeError(-32601, 'the method eth_getBlockReceipts does not exist')
    const block = numberOf(hash)
    if (block === undefined) return null
    return logsOf(block).map((log) => ({ ...log, status: '0x1', logs: [log] }))
  }

  function respond(method: string, params: unknown[]): unknown {
    const answer = node.answers[method]
    if (answer) return answer(params)
    if (method === 'eth_chainId') return '0x7'
    if (method === 'eth_blockNumber') return toHex(node.head)
    if (method === 'eth_getBlockByNumber')
      return readBlock(params[0] === 'latest' ? node.head : Number(params[0]))
    if (method === 'eth_getBlockByHash') return readBlock(numberOf(params[0] as Hex))
    if (method === 'eth_getLogs') return readLogs(params[0] as Filter)
    if (method === 'eth_getBlockReceipts') return readReceipts(params[0] as Hex)
    throw new NodeError(-32601, `the method ${method} does not exist`)
  }

  return node
}

/** Serves a node over HTTP. */
export async function serveEventNode(node: EventNode): Promise<{ url: string; close(): Promise<void> }> {
  const server = await startHttpServer()
  server.respondWith(async ({ body }, response) => {
    const { id, method, params } = body as { id: number; method: string; params?: unknown[] }
    const result = await node.request({ method, params }).then(
      (value) => ({ result: value }),
      ({ code, message }: NodeError) => ({ error: { code, message } }),
    )
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...result }))
  })
  return { url: server.url, close: server.close }
}

/** The yellow paper's: three bits of each item's hash, of 2048. */
function createBloom(items: readonly Hex[], others: Hex = numberToHex(0, { size: 256 })): Hex {
  const bytes = hexToBytes(others)
  for (const item of items) {
    const hash = hexToBytes(keccak256(item))
    for (const at of [0, 2, 4]) {
      const bit = ((hash[at]! << 8) | hash[at + 1]!) % 2048
      bytes[255 - (bit >> 3)]! |= 1 << (bit & 7)
    }
  }
  return toHex(bytes)
}
