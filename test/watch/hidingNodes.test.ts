import { expect } from 'chai'
import { concatHex, encodeEventTopics } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { connectChain } from '../../src/watch/chain.js'
import type { WatchChain } from '../../src/watch/chainView.js'
import type { Clock } from '../../src/watch/clock.js'
import { createPace } from '../../src/watch/createPace.js'
import { createPatience } from '../../src/watch/createPatience.js'
import { runWatch } from '../../src/watch/runWatch.js'
import type { WatchService } from '../../src/watch/service.js'
import { openSqlite } from '../../src/watch/sqlite/openSqlite.js'
import { createEventNode, type EventNode, type NodeLog, serveEventNode } from '../support/eventNode.js'
import { createFakeClock } from './fakeClock.js'
import { bytes32, type LoneStore, openAlone, job as otherJob } from './fills.js'

const job = { ...otherJob, chainId: 7, fromBlock: 1n, fillsFrom: 1n }

/** A fill of the receiver, as its event shows it. */
function fillLog(id: number): NodeLog {
  const [topic] = encodeEventTopics({ abi, eventName: 'FillAccepted' })
  return {
    address: job.receiver,
    topics: [topic, bytes32(id), bytes32(0xb1), bytes32(0xb2)],
    data: concatHex([bytes32(0xb3), bytes32(0xb4), bytes32(1000)]),
  }
}

describe('watch: a node that leaves data out', () => {
  let store: LoneStore
  let told: string[]
  let reorganized: bigint[]
  /** Of the first node. */
  let origin: string
  let clock: Clock & { run<result>(work: Promise<result>): Promise<result> }
  beforeEach(async () => {
    store = await openAlone(openSqlite(':memory:'), job)
    told = []
    reorganized = []
    clock = createFakeClock()
  })
  afterEach(() => store.close())

  /** Follows nodes, with twelve confirmations, while they get a block every two seconds up to `head`. */
  async function follow(nodes: readonly EventNode[], head: number): Promise<void> {
    const servers = await Promise.all(nodes.map(serveEventNode))
    origin = servers[0]!.url
    const stop = new AbortController()
    const pace = createPace(clock)
    const context = { clock, signal: stop.signal, tell: (_: string, text: string) => void told.push(text) }
    const chain = connectChain({ ...context, id: 7, nodes: servers.map(({ url }) => ({ url, pace })) })
    const mine = async () => {
      while (nodes[0]!.head < head) {
        await clock.sleep(2_000)
        for (const node of nodes) node.head += 1
      }
      await clock.sleep(60_000)
      stop.abort()
    }
    try {
      await clock.run(
        Promise.all([
          mine(),
          runWatch({
            ...context,
            chain,
            pace,
            database: store.database,
            ended: new AbortController(),
            onReorganized: ({ to }) => void reorganized.push(to),
            jobs: [
              {
                job,
                store,
                chain: {
                  readTransaction: async () => null,
                  readReceipt: async () => null,
                } as Partial<WatchChain> as WatchChain,
                service: {} as WatchService,
                findOrder: async () => ({ problem: 'none' }),
                solvers: [],
                graceMs: 0,
                confirmations: 12n,
                pollMs: 1_000,
                patience: createPatience(undefined, clock),
                isSlow: pace.isSlow,
              },
            ],
          }).catch((error: unknown) => {
            if (!stop.signal.aborted) throw error
          }),
        ]),
      )
    } finally {
      for (const server of servers) await server.close()
    }
  }

  const stored = async () => {
    const { fills, scannedTo } = await store.summarize()
    return { fills, scannedTo: Number(scannedTo) }
  }

  /** A node whose blocks have fills: one each, or so many. */
  function nodeOf(settings: Partial<EventNode>, blocks: readonly number[], fills = 1): EventNode {
    const node = createEventNode({ head: 50, ...settings })
    for (const block of blocks)
      node.logs.set(
        block,
        Array.from({ length: fills }, (_, index) => fillLog(block * 10 + index)),
      )
    return node
  }

  const upTo80 = Array.from({ length: 61 }, (_, index) => 20 + index)
  const about = (words: string) => told.filter((text) => text.includes(words))

  it('default: a log node three blocks late hides nothing', async () => {
    await follow([nodeOf({ lateBlocks: 3 }, upTo80)], 92)
    expect(await stored()).to.deep.equal({ fills: 61, scannedTo: 80 })
    expect(told).to.deep.equal([])
  })

  it('behavior: reads only confirmed blocks', async () => {
    const node = nodeOf({}, upTo80)
    const beyond: string[] = []
    node.onRequest = (method, [filter]) => {
      if (method !== 'eth_getLogs') return
      const { blockHash, toBlock } = filter as { blockHash?: string; toBlock?: string }
      const block = blockHash ? Number(BigInt(blockHash) / 1000n) : Number(toBlock)
      if (block > node.head - 12) beyond.push(`${block} of ${node.head}`)
    }
    await follow([node], 92)
    expect(beyond).to.deep.equal([])
  })

  it('behavior: waits for a log node that stays twenty blocks late, and counts nothing as read', async () => {
    await follow([nodeOf({ lateBlocks: 20 }, upTo80)], 92)
    expect(await stored()).to.deep.equal({ fills: 53, scannedTo: 72 })
    expect(about('returns blocks that do not follow each other')).to.have.length.above(0)
  })

  it('behavior: the bloom exposes a node that answers for blocks it lacks', async () => {
    await follow([nodeOf({ lateBlocks: 20, isForgiving: true }, upTo80)], 92)
    expect(await stored()).to.deep.equal({ fills: 61, scannedTo: 80 })
    expect(about('left an event out of the logs of block 80')).to.have.length(1)
  })

  it('behavior: another node exposes a node that answers for blocks it lacks', async () => {
    const late = nodeOf({ lateBlocks: 20, isForgiving: true, hasReceipts: false }, upTo80)
    await follow([late, nodeOf({ hasReceipts: false }, upTo80)], 92)
    expect(await stored()).to.deep.equal({ fills: 61, scannedTo: 80 })
    expect(about('left an event out of the logs of block 80')).to.have.length(1)
  })

  for (const cuts of ['newest', 'oldest'] as const) {
    it(`behavior: a node that drops the ${cuts} events of a block hides nothing`, async () => {
      await follow([nodeOf({ mostLogs: 1, cuts }, [30, 70], 3)], 92)
      expect(await stored()).to.deep.equal({ fills: 6, scannedTo: 80 })
      expect(told).to.have.members(
        [30, 70].map(
          (block) =>
            `The chain at ${origin} left 2 events out of the logs of block ${block}. They were read elsewhere.`,
        ),
      )
    })

    it(`behavior: a node that drops the ${cuts} events of many blocks hides nothing`, async () => {
      const blocks = Array.from({ length: 300 }, (_, index) => index + 1)
      await follow([nodeOf({ head: 400, mostLogs: 7, cuts }, blocks)], 402)
      expect(await stored()).to.deep.equal({ fills: 300, scannedTo: 390 })
      expect(new Set(told)).to.deep.equal(
        new Set([
          `The chain at ${origin} cuts long lists of events without an error. The rest is requested.`,
        ]),
      )
    })
  }

  it('behavior: busy blocks, whose blooms match everything, cause no report', async () => {
    const node = nodeOf({ foreignItems: 5_000 }, [])
    let receipts = 0
    node.onRequest = (method) => {
      if (method === 'eth_getBlockReceipts') receipts++
    }
    await follow([node], 92)
    expect(await stored()).to.deep.equal({ fills: 0, scannedTo: 80 })
    expect(receipts).to.equal(80)
    expect(told).to.deep.equal([])
  })

  it('behavior: finds events left out of busy blocks', async () => {
    await follow([nodeOf({ foreignItems: 5_000, lateBlocks: 20, isForgiving: true }, [75])], 92)
    expect(await stored()).to.deep.equal({ fills: 1, scannedTo: 80 })
    expect(told).to.have.length(1)
  })

  it('behavior: a node without block receipts is reported once and used', async () => {
    await follow([nodeOf({ foreignItems: 5_000, hasReceipts: false }, [])], 92)
    expect(await stored()).to.deep.equal({ fills: 0, scannedTo: 80 })
    expect(about('does not return the receipts of a block')).to.have.length(1)
  })

  it("behavior: a development node's blocks without parents are followed and reported once", async () => {
    await follow([nodeOf({ orphans: [53, 90] }, upTo80)], 92)
    expect(await stored()).to.deep.equal({ fills: 61, scannedTo: 80 })
    expect(about('have no parent hash')).to.have.length(1)
  })

  it('attack: does not follow a single block without a parent', async () => {
    await follow([nodeOf({ orphans: [60, 60] }, upTo80)], 92)
    expect((await stored()).scannedTo).to.be.below(60)
    expect(about('do not follow each other')).to.have.length.above(0)
  })

  it('attack: notices a reorganization even if blocks name no parents', async () => {
    const node = nodeOf({ orphans: [53, 90] }, upTo80)
    node.onRequest = () => {
      if (node.head === 88) node.forkAt = 55
    }
    await follow([node], 92)
    expect(await stored()).to.deep.equal({ fills: 61, scannedTo: 80 })
    expect(reorganized).to.have.length(1)
    for (const { number, hash } of await store.readBlocks())
      expect(hash).to.equal(node.hashOf(Number(number)))
  })
})
