import { expect } from 'chai'
import type { ConnectedChain } from '../../src/watch/chain.js'
import type { WatchChain } from '../../src/watch/chainView.js'
import { createPace } from '../../src/watch/createPace.js'
import { createPatience, type Patience } from '../../src/watch/createPatience.js'
import { createTeller } from '../../src/watch/createTeller.js'
import { runWatch, type WatchedJob } from '../../src/watch/runWatch.js'
import type { WatchService } from '../../src/watch/service.js'
import { openSqlite } from '../../src/watch/sqlite/openSqlite.js'
import { thrown } from '../support/errors.js'
import { countInSecond, createFakeClock, type FakeClock } from './fakeClock.js'
import { blockHash, type LoneStore, openAlone, job as otherJob } from './fills.js'

const job = { ...otherJob, fromBlock: 1n, fillsFrom: 1n }

/** Numbers of blocks that the node names and does not have, or whose parent is another. */
type Lies = { head: number; missing?: number; orphan?: number }

describe('runWatch: waits of the loops', () => {
  let clock: FakeClock
  let store: LoneStore
  let stop: AbortController
  let told: string[]
  let patience: Patience
  /** When the node was asked. */
  let asked: number[]
  beforeEach(async () => {
    clock = createFakeClock()
    store = await openAlone(openSqlite(':memory:'), job)
    stop = new AbortController()
    told = []
    asked = []
  })
  afterEach(() => store.close())

  function run(lies: Lies, untilBlock?: bigint) {
    const pace = createPace(clock)
    patience = createPatience(untilBlock === undefined ? undefined : 60_000, clock)
    const signal = AbortSignal.any([stop.signal, patience.signal])
    const ask = async () => {
      await pace.takeTurn(signal)
      asked.push(clock.now())
    }
    const readBlock = async (block: object) => {
      await ask()
      const { number } = block as { number: bigint }
      if (number > BigInt(lies.head) || Number(number) === lies.missing) return null
      const parent = blockHash(number - 1n, Number(number) === lies.orphan ? 1 : 0)
      return { number, hash: blockHash(number), parentHash: parent, timestamp: 1 }
    }
    const chain = {
      origin: 'http://node.example',
      async readHead() {
        await ask()
        return BigInt(lies.head)
      },
      readBlock,
      async readEvents({ toBlock }: { toBlock: bigint }) {
        const last = await readBlock({ number: toBlock })
        if (!last) return 'missing' as const
        await ask()
        return { last, logs: [] }
      },
      async checkId() {},
      async readBlockEvents() {
        await ask()
        return []
      },
    } satisfies Partial<ConnectedChain>
    const watched: WatchedJob = {
      job,
      chain: {} as WatchChain,
      service: {} as WatchService,
      findOrder: async () => ({ problem: 'none' }),
      store,
      solvers: [],
      graceMs: 0,
      confirmations: 0n,
      untilBlock,
      patience,
      isSlow: pace.isSlow,
    }
    return runWatch({
      chain,
      database: store.database,
      jobs: [watched],
      ended: new AbortController(),
      signal,
      clock,
      pace,
      tell: createTeller((_, text) => void told.push(text), clock.now),
      onReorganized: () => {},
    })
  }

  const isChanged =
    'The chain at http://node.example returns blocks that do not follow each other, or lacks blocks of its own chain. Trying again.'

  async function expectUnfinished(lies: Lies, untilBlock: bigint, text: string): Promise<void> {
    const start = clock.now()
    const error = await thrown(() => clock.run(run(lies, untilBlock)))
    expect(error).to.include({ name: 'WatchUnfinishedError', waiting: 0 })
    expect(clock.now() - start).to.be.within(60_000, 62_000)
    expect(new Set(told)).to.deep.equal(new Set([text]))
    expect(told.length).to.be.within(5, 7)
    // The first round, before it knows, is not counted.
    expect(countInSecond(asked.filter((at) => at > start + 250))).to.be.within(1, 3)
    expect(asked.length).to.be.below(180)
  }

  it('default: a node whose head is ahead of its blocks', async () => {
    await expectUnfinished({ head: 50, missing: 50 }, 50n, isChanged)
    expect(await store.readScannedTo()).to.equal(48n)
  })

  it('behavior: a node whose parents never match', async () => {
    await clock.run(run({ head: 20 }, 20n))
    asked = []
    await expectUnfinished({ head: 50, orphan: 21 }, 50n, isChanged)
    expect(await store.readScannedTo()).to.equal(20n)
  })

  it('behavior: a range above the head reports the seen blocks', async () => {
    await expectUnfinished(
      { head: 50 },
      1000n,
      'The chain at http://node.example has no block 1000 yet. Waiting for it.',
    )
    const error = await thrown(() => clock.run(run({ head: 50 }, 1000n)))
    expect(error.shortMessage).to.equal(
      `${job.receiver} on chain ${job.chainId}: blocks 1 to 50 were read, of 1 to 1000.`,
    )
  })

  it('behavior: patience restarts with each block', async () => {
    const start = clock.now()
    const lies = {
      get head() {
        return Math.min(10, Math.floor((clock.now() - start) / 50_000))
      },
    }
    await clock.run(run(lies, 10n))
    expect(await store.readScannedTo()).to.equal(10n)
    expect(clock.now() - start).to.be.at.least(500_000)
  })

  it('behavior: a finished run does not wait for later deliveries', async () => {
    await clock.run(run({ head: 10 }, 10n))
    await clock.run(clock.sleep(120_000))
    expect(patience.signal.aborted).to.equal(false)
  })

  it('behavior: without an end, never ends by itself and keeps reporting', async () => {
    const start = clock.now()
    const end = clock.sleep(600_000).then(() => stop.abort())
    await clock.run(Promise.all([run({ head: 50, missing: 50 }), end]))
    expect(clock.now() - start).to.be.within(600_000, 601_000)
    expect(told.length).to.be.within(50, 60)
    expect(countInSecond(asked.filter((at) => at > start + 250))).to.be.within(1, 3)
  })
})
