import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type Address, concatHex, encodeEventTopics, type Hex, numberToHex, padHex, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { signAttestation } from '../../src/protocol/attestation/signAttestation.js'
import { answer, hang, type ReceivedRequest, type Respond, startHttpServer } from '../support/httpServer.js'
import { bytes32 } from './fills.js'

export type FakeFleetParameters = {
  chains: number
  /** On each chain. */
  receivers: number
  /** The last block with a fill. */
  blocks: number
  /** Each receiver has a fill in every so many blocks. */
  every?: number
  /** The service does not know one of so many fills: each is one contradiction. */
  plantedEvery?: number
  /** One of so many fills delivers less than its event states. */
  shortEvery?: number
  /** A new block comes in this time; all are there from the start when left out. */
  blockMs?: number
  /** In its first block, the first receiver of each chain returns a payment. */
  returns?: boolean
  /** Blocks have blooms, as Ponder needs. `watch` would then request the events of new blocks twice. */
  blooms?: boolean
}

export type FakeFleet = {
  /** The file of `--jobs`. */
  jobs: {
    chains: { id: number; rpcUrl: string | string[]; jobs: { receiver: Address }[] }[]
    defaults: Record<string, unknown>
  }
  fills: number
  /** The requests that the service does not know. */
  planted: readonly Hex[]
  /** The newest block, if set. */
  head?: number
  /** When each chain was asked, and for what. */
  asked: Map<number, { at: number; method: string; params: unknown[] }[]>
  /** A chain meets this fault from here on, or none. */
  setFault(chain: number, fault: Respond | undefined): void
  /** Called with each request. */
  onRequest(): void
  /** Takes findings, unless it fails. */
  webhook: string
  webhookFails: boolean
  close(): Promise<void>
}

const [accepted] = encodeEventTopics({ abi: attestedOrderReceiverAbi, eventName: 'FillAccepted' })
const [returned] = encodeEventTopics({ abi: attestedOrderReceiverAbi, eventName: 'PaymentReturned' })
const recipient = '0x00000000000000000000000000000000000000b1'
const word = (address: Address) => padHex(address, { size: 32 })

type LogFilter = {
  address?: Hex | Hex[]
  topics?: (Hex | Hex[] | null)[]
  fromBlock: Hex
  toBlock: Hex
  blockHash?: Hex
}

/** Starts nodes of many chains, and a service, which follow from their numbers: nothing is kept. */
export async function startFakeFleet(parameters: FakeFleetParameters): Promise<FakeFleet> {
  const { chains, receivers, blocks, every = 1, plantedEvery = 10, shortEvery = 0 } = parameters
  const { blockMs, returns, blooms } = parameters
  const solver = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`)
  const startedAt = Date.now()
  const faults = new Map<number, Respond>()
  const asked: FakeFleet['asked'] = new Map()
  const open = new Map<number, Set<ServerResponse>>()
  const idOf = (chain: number) => 1_000 + chain

  const headOf = () =>
    fleet.head ?? (blockMs === undefined ? blocks : Math.floor((Date.now() - startedAt) / blockMs))
  const timeOf = (block: number) =>
    Math.floor((startedAt + (blockMs === undefined ? block - blocks : block * blockMs)) / 1000)
  const blockHash = (chain: number, block: number) => bytes32((1n << 220n) + place(chain, block, 0))
  const place = (chain: number, block: number, receiver: number) =>
    (BigInt(chain) << 64n) + (BigInt(block) << 16n) + BigInt(receiver) + 1n
  const receiverOf = (receiver: number) => numberToHex(0xf1000 + receiver, { size: 20 })
  const hasFill = (block: number, receiver: number) =>
    block > 0 && block <= blocks && (block + receiver) % every === 0
  const isPlanted = (block: number, receiver: number) => (block * receivers + receiver) % plantedEvery === 0

  function locate(id: bigint) {
    const number = (id - 1n) & ((1n << 200n) - 1n)
    return {
      chain: Number(number >> 64n),
      block: Number((number >> 16n) & 0xffffffffn),
      receiver: Number(number & 0xffffn),
    }
  }

  const planted: Hex[] = []
  let fills = 0
  for (let chain = 0; chain < chains; chain++) {
    for (let block = 1; block <= blocks; block++) {
      for (let receiver = 0; receiver < receivers; receiver++) {
        if (!hasFill(block, receiver)) continue
        fills += 1
        if (isPlanted(block, receiver)) planted.push(bytes32(place(chain, block, receiver)))
      }
    }
  }

  /** The log of a fill, or of the returned payment: its number is that of one receiver more. */
  function createLog(chain: number, block: number, receiver: number) {
    const isReturn = receiver === receivers
    const id = bytes32(place(chain, block, receiver))
    return {
      address: receiverOf(isReturn ? 0 : receiver),
      topics: isReturn
        ? [returned, id, word(recipient)]
        : [accepted, id, word(recipient), word(solver.address)],
      // Nothing arrives.
      data: concatHex([word(recipient), word(recipient), bytes32(block % shortEvery === 0 ? 1 : 0)]),
      blockNumber: toHex(block),
      blockHash: blockHash(chain, block),
      transactionHash: bytes32((1n << 210n) + place(chain, block, receiver)),
      transactionIndex: toHex(receiver),
      logIndex: toHex(receiver),
      removed: false,
    }
  }

  function readBlock(chain: number, block: number, isFull = false): unknown {
    if (block > headOf()) return null
    const places = isFull ? Array.from({ length: receivers }, (_, receiver) => receiver) : []
    return {
      number: toHex(block),
      hash: blockHash(chain, block),
      parentHash: blockHash(chain, block - 1),
      timestamp: toHex(timeOf(block)),
      ...(blooms && { logsBloom: `0x${'f'.repeat(512)}` }),
      ...{ receiptsRoot: bytes32(1), stateRoot: bytes32(1), transactionsRoot: bytes32(1), size: '0x1' },
      ...{ gasLimit: '0x1', gasUsed: '0x1', difficulty: '0x0', extraData: '0x', miner: recipient },
      transactions: places
        .filter((receiver) => hasFill(block, receiver))
        .map((receiver) => readTransaction(chain, block, receiver)),
    }
  }

  function readTransaction(chain: number, block: number, receiver: number) {
    const hash = createLog(chain, block, receiver).transactionHash
    return {
      ...{ hash, transactionHash: hash, blockHash: blockHash(chain, block) },
      ...{ blockNumber: toHex(block), transactionIndex: toHex(receiver), status: '0x1', type: '0x0' },
      ...{ from: recipient, to: receiverOf(receiver), input: '0x', value: '0x0', nonce: '0x0', gas: '0x1' },
      ...{ gasPrice: '0x1', gasUsed: '0x1', cumulativeGasUsed: '0x1', effectiveGasPrice: '0x1' },
    }
  }

  function call(chain: number, method: string, params: unknown[]): unknown {
    if (method === 'eth_chainId') return toHex(idOf(chain))
    if (method === 'eth_blockNumber') return toHex(headOf())
    if (method === 'eth_getBlockByNumber')
      return readBlock(chain, params[0] === 'latest' ? headOf() : Number(params[0]), params[1] === true)
    if (method === 'eth_getBlockByHash')
      return readBlock(chain, locate(BigInt(params[0] as Hex)).block, params[1] === true)
    if (method === 'eth_getLogs') {
      const [{ blockHash, address, topics, ...range }] = params as [LogFilter]
      const single = blockHash && toHex(locate(BigInt(blockHash)).block)
      const { fromBlock, toBlock } = single ? { fromBlock: single, toBlock: single } : range
      const logs = []
      for (let block = Number(fromBlock); block <= Number(toBlock); block++) {
        for (let receiver = 0; receiver < receivers; receiver++) {
          if (hasFill(block, receiver)) logs.push(createLog(chain, block, receiver))
        }
        if (returns && block === 1) logs.push(createLog(chain, block, receivers))
      }
      const topic = topics?.[0]
      return logs.filter(
        (log) =>
          (!address || [address].flat().some((one) => BigInt(one) === BigInt(log.address))) &&
          (!topic || [topic].flat().includes(log.topics[0]!)),
      )
    }
    if (method === 'eth_getTransactionByHash' || method === 'eth_getTransactionReceipt') {
      const { block, receiver } = locate(BigInt(params[0] as Hex))
      return { ...readTransaction(chain, block, receiver), logs: [createLog(chain, block, receiver)] }
    }
    if (method === 'eth_call') return `0x${'0'.repeat(256)}`
    if (method === 'eth_getCode') return '0x01'
    return '0x0'
  }

  async function attest(id: Hex): Promise<object | undefined> {
    const { chain, block, receiver } = locate(BigInt(id))
    if (!hasFill(block, receiver) || isPlanted(block, receiver)) return undefined
    const requestData = {
      originChainId: 1,
      originUser: recipient,
      originCurrency: recipient,
      originAmount: '1',
      destinationChainId: idOf(chain),
      destinationUser: recipient,
    } as const
    const attestation = { requestId: id, ...requestData, originAmount: 1n }
    return { requestId: id, requestData, signature: await signAttestation({ attestation, account: solver }) }
  }

  const server = await startHttpServer()
  const fleet: FakeFleet = {
    jobs: {
      defaults: {
        ...{ url: server.url, solver: solver.address, fromBlock: 1, untilBlock: blocks, grace: 0 },
        ...{ confirmations: 0, pollInterval: 0.2 },
      },
      chains: Array.from({ length: chains }, (_, chain) => ({
        id: idOf(chain),
        rpcUrl: `${server.url}/rpc/${chain}`,
        jobs: Array.from({ length: receivers }, (_, receiver) => ({ receiver: receiverOf(receiver) })),
      })),
    },
    fills,
    planted,
    asked,
    setFault(chain, fault) {
      for (const response of open.get(chain) ?? []) response.destroy()
      open.delete(chain)
      if (fault) faults.set(chain, fault)
      else faults.delete(chain)
    },
    onRequest() {},
    webhook: `${server.url}/webhook`,
    webhookFails: false,
    close: server.close,
  }

  async function respond(request: ReceivedRequest, response: ServerResponse): Promise<unknown> {
    // It would keep them all.
    server.requests.length = 0
    fleet.onRequest()
    const parts = request.path.split('/').slice(1)
    if (parts[0] === 'rpc') {
      const chain = Number(parts[1])
      const { id, method, params = [] } = request.body as { id: number; method: string; params?: unknown[] }
      const times = asked.get(chain) ?? []
      asked.set(chain, times)
      times.push({ at: Date.now(), method, params })
      const fault = faults.get(chain)
      if (!fault)
        return answer(200, { jsonrpc: '2.0', id, result: call(chain, method, params) })(request, response)
      if (fault === hang) open.set(chain, (open.get(chain) ?? new Set()).add(response))
      return fault(request, response)
    }
    if (parts[0] === 'webhook') return answer(fleet.webhookFails ? 503 : 200, '')(request, response)
    if (parts[0] === 'chains') return answer(200, { chains: [] })(request, response)
    if (parts[1] === 'v3') return answer(200, { requests: [] })(request, response)
    if (parts[0] === 'intents') {
      const id = BigInt(request.query.get('requestId')!)
      return answer(200, { status: 'success', txHashes: [bytes32((1n << 210n) + id)] })(request, response)
    }
    const record = await attest(parts[1] as Hex)
    return answer(record ? 200 : 404, record ?? { message: 'Not found' })(request, response)
  }
  server.respondWith(respond)
  return fleet
}
