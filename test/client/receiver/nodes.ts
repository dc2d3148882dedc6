import { setTimeout as sleep } from 'node:timers/promises'
import {
  createPublicClient,
  custom,
  type Hash,
  type Hex,
  http,
  keccak256,
  numberToHex,
  type PublicClient,
} from 'viem'
import { askOf } from '../../../src/contract/rpc/withRequest.js'
import { limitLogs } from '../../support/rpcProxy.js'

type Args = { method: string; params: unknown[] }
type Request = (args: Args) => Promise<unknown>

export type Nodes = {
  client: PublicClient
  request: Request
}

/** A node of a chain that everybody uses. */
function nodeOf(rpcUrl: string): Request {
  return askOf(createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0 }))
}

export function toNodes(request: Request): Nodes {
  const transport = custom({ request }, { retryCount: 0 })
  return { request, client: createPublicClient({ transport, pollingInterval: 20, cacheTime: 0 }) }
}

export function coherent(rpcUrl: string): Nodes {
  return toNodes(nodeOf(rpcUrl))
}

/** A balancer before replicas that are up to `most` blocks behind; each answer is another's. */
export function replicas(rpcUrl: string, most: number): Nodes {
  const node = nodeOf(rpcUrl)
  let turn = 0
  return toNodes(async (args) => {
    const behind = turn++ % (most + 1)
    const head = BigInt((await node({ method: 'eth_blockNumber', params: [] })) as Hex) - BigInt(behind)
    return askAt(node, args, head)
  })
}

/** A node that stays at a block for as long as `head` names one. */
export function staying(rpcUrl: string, head: () => bigint | undefined): Nodes {
  const node = nodeOf(rpcUrl)
  return toNodes(async (args) => {
    const at = head()
    return at === undefined ? node(args) : askAt(node, args, at)
  })
}

/** Answers like a node whose latest block is `head`. */
async function askAt(node: Request, { method, params }: Args, head: bigint): Promise<unknown> {
  const latest = numberToHex(head)
  const known = (block: unknown): unknown => {
    if (block === undefined || block === 'latest' || block === 'pending') return latest
    if (typeof block === 'string' && block.startsWith('0x') && BigInt(block) > head) {
      throw Object.assign(new Error('header not found'), { code: -32000 })
    }
    return block
  }
  if (method === 'eth_blockNumber') return latest
  if (method === 'eth_getBlockByNumber') {
    const [block, full] = params
    if (typeof block === 'string' && block.startsWith('0x') && BigInt(block) > head) return null
    return node({ method, params: [known(block), full] })
  }
  if (method === 'eth_call' || method === 'eth_getTransactionCount' || method === 'eth_getBalance') {
    return node({ method, params: [params[0], known(params[1]), ...params.slice(2)] })
  }
  if (method === 'eth_getLogs') {
    const [filter] = params as [{ fromBlock?: Hex; toBlock?: Hex; blockHash?: Hash }]
    if (filter.blockHash) {
      const block = (await node({ method: 'eth_getBlockByHash', params: [filter.blockHash, false] })) as {
        number: Hex
      } | null
      if (!block || BigInt(block.number) > head)
        throw Object.assign(new Error('unknown block'), { code: -32000 })
      return node({ method, params })
    }
    if (filter.fromBlock && BigInt(filter.fromBlock) > head) return []
    // It leaves out what it does not have, without a word.
    const isBeyond = !filter.toBlock?.startsWith('0x') || BigInt(filter.toBlock) > head
    return node({ method, params: [{ ...filter, ...(isBeyond && { toBlock: latest }) }] })
  }
  const answer = await node({ method, params })
  const { blockNumber } = (answer ?? {}) as { blockNumber?: Hex }
  return blockNumber && BigInt(blockNumber) > head ? null : answer
}

/** A node behind a provider that searches 10 blocks at once. */
export function tenBlocks(rpcUrl: string): Nodes {
  const node = nodeOf(rpcUrl)
  const rule = limitLogs(10)
  return toNodes(async ({ method, params }) => {
    if (method === 'eth_getLogs' && !('blockHash' in (params[0] as object))) {
      const answer = await rule({ method, params, count: 1, forward: async () => undefined })
      const { error } = (answer ?? {}) as { error?: { code: number; message: string } }
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
    }
    return node({ method, params })
  })
}

export type PrivatePool = Nodes & {
  /** Gives to the chain what was sent, and says how many transactions it took. */
  release(): Promise<number>
}

/** A node that takes transactions, and shows none of them before it is released. */
export function privatePool(rpcUrl: string): PrivatePool {
  const node = nodeOf(rpcUrl)
  const held: Hex[] = []
  const request: Request = async (args) => {
    if (args.method !== 'eth_sendRawTransaction') return node(args)
    held.push(args.params[0] as Hex)
    return keccak256(args.params[0] as Hex)
  }
  return {
    ...toNodes(request),
    async release() {
      const sent = await Promise.allSettled(
        held.splice(0).map((raw) => node({ method: 'eth_sendRawTransaction', params: [raw] })),
      )
      return sent.filter(({ status }) => status === 'fulfilled').length
    },
  }
}

/** Mines blocks until it is stopped, so that who lags comes after. */
export function keepMining(rpcUrl: string): () => Promise<void> {
  const node = nodeOf(rpcUrl)
  const over = new AbortController()
  const mining = (async () => {
    while (!over.signal.aborted) {
      await node({ method: 'evm_mine', params: [] })
      await sleep(60)
    }
  })()
  return async () => {
    over.abort()
    await mining
  }
}
