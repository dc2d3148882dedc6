import { expect } from 'chai'
import { type Hex, zeroAddress } from 'viem'
import type { ConnectedChain } from '../../src/watch/chain.js'
import type { EventRange, ReceiverLog } from '../../src/watch/readReceiverEvents.js'
import { createScanner } from '../../src/watch/scanChain.js'
import { openSqlite } from '../../src/watch/sqlite/openSqlite.js'
import { thrown } from '../support/errors.js'
import { blockHash, bytes32, createFill, type LoneStore, openAlone, job as otherJob } from './fills.js'

const job = { ...otherJob, fromBlock: 10n, fillsFrom: 12n }

/** A chain whose blocks from some number on belong to a branch of their own. */
function createChain() {
  const state = {
    head: 200,
    forkAt: 1_000,
    branch: 0,
    most: 10_000,
    isOther: false,
    asked: [] as [number, number][],
  }
  const branchOf = (number: number) => (number >= state.forkAt ? state.branch : 0)
  const hash = (number: number) => blockHash(BigInt(number), branchOf(number))
  const fills = new Map<number, number[]>([
    [0, [12, 40, 60]],
    [1, [41]],
  ])
  const logs = (from: number, to: number): ReceiverLog[] =>
    [...fills].flatMap(([branch, numbers]) =>
      numbers
        .filter((number) => number >= from && number <= to && branchOf(number) === branch)
        .map((number) => {
          const { blockNumber, transactionHash, logIndex, ...args } = createFill(BigInt(number))
          const place = { blockNumber, blockHash: hash(number), transactionHash, logIndex }
          return { name: 'FillAccepted', receiver: job.receiver, args, ...place }
        }),
    )
  const readBlock: ConnectedChain['readBlock'] = async (block) => {
    const number = 'number' in block ? Number(block.number) : Number(BigInt(block.hash) / 1000n)
    if (number > state.head) return null
    if ('hash' in block && block.hash !== hash(number)) return null
    return {
      number: BigInt(number),
      hash: hash(number),
      parentHash: hash(number - 1),
      timestamp: 1_700_000_000 + number,
    }
  }
  const chain = {
    readBlock,
    async readEvents({ fromBlock, toBlock }: EventRange) {
      state.asked.push([Number(fromBlock), Number(toBlock)])
      if (Number(toBlock - fromBlock) >= state.most) return 'refused'
      const last = await readBlock({ number: toBlock })
      return last ? { last, logs: logs(Number(fromBlock), Number(toBlock)) } : 'missing'
    },
    async checkId() {
      if (state.isOther) throw new Error('It is chain 8, not 7.')
    },
    async readBlockEvents({ block: { number, hash } }: Parameters<ConnectedChain['readBlockEvents']>[0]) {
      const found = await readBlock({ hash })
      return found ? logs(Number(number), Number(number)) : 'missing'
    },
  } satisfies Partial<ConnectedChain>
  return { state, chain }
}

describe('createScanner', () => {
  let store: LoneStore
  let made: ReturnType<typeof createChain>
  let reorganizations: { from: bigint; to: bigint }[]
  let told: string[]
  beforeEach(async () => {
    store = await openAlone(openSqlite(':memory:'), job)
    made = createChain()
    reorganizations = []
    told = []
  })
  afterEach(() => store.close())

  type Chain = Pick<ConnectedChain, 'readBlock' | 'readEvents' | 'readBlockEvents' | 'checkId'>
  const create = (mostBlocks = 1_000n, chain: Chain = made.chain) =>
    createScanner({
      chain,
      database: store.database,
      mostBlocks,
      now: () => 1,
      onReorganized: ({ from, to }) => void reorganizations.push({ from, to }),
      onTime: () => {},
      tell: (_, text) => void told.push(text),
    })
  /** Up to a block, however often it takes. */
  async function scanAll(through: number, scanner = create()): Promise<number> {
    for (let rounds = 1; ; rounds++) {
      if (
        (await scanner.scan([{ job, store, untilBlock: BigInt(through) }], BigInt(made.state.head))) ===
        'done'
      )
        return rounds
      if (rounds === 100) expect.fail('never done')
    }
  }
  const live = async () => {
    const found = await store.findFills([12, 40, 41, 60].map((number) => createFill(BigInt(number)).id))
    return found.map((fill) => [
      Number(fill.blockNumber),
      fill.blockHash === blockHash(fill.blockNumber) ? 0 : 1,
    ])
  }

  it("default: stores the fills with their block's time, and resumes at its position", async () => {
    await scanAll(50)
    expect(await live()).to.deep.equal([
      [12, 0],
      [40, 0],
    ])
    const [fill] = await store.findFills([createFill(12n).id])
    expect(fill).to.deep.equal(createFill(12n))
    await scanAll(100)
    expect(made.state.asked).to.deep.equal([
      [10, 50],
      [51, 100],
    ])
    expect(reorganizations).to.deep.equal([])
  })

  it('behavior: halves a refused range, and grows it again after an answer', async () => {
    made.state.most = 20
    await scanAll(100)
    expect(await live()).to.have.length(3)
    expect(made.state.asked.slice(0, 4)).to.deep.equal([
      [10, 100],
      [10, 54],
      [10, 31],
      [10, 20],
    ])
    const sizes = made.state.asked.map(([from, to]) => to - from + 1)
    expect(sizes.slice(4).some((size) => size > sizes[3]!)).to.equal(true)
  })

  it('behavior: after a reorganization, returns to the last common block', async () => {
    for (const through of [20, 30, 39, 50, 70]) await scanAll(through)
    Object.assign(made.state, { forkAt: 35, branch: 1 })
    await scanAll(70)
    expect(reorganizations).to.deep.equal([{ from: 70n, to: 30n }])
    expect(await live()).to.deep.equal([
      [12, 0],
      [41, 1],
    ])
  })

  it('behavior: starts over after a reorganization deeper than the stored blocks', async () => {
    await scanAll(70)
    Object.assign(made.state, { forkAt: 11, branch: 1 })
    await scanAll(70)
    expect(reorganizations).to.deep.equal([{ from: 70n, to: 9n }])
    expect(await live()).to.deep.equal([[41, 1]])
  })

  it('attack: a node that switched chains is not a reorganization', async () => {
    await scanAll(70)
    const before = await live()
    Object.assign(made.state, { forkAt: 31, branch: 1, isOther: true })
    expect(await thrown(() => scanAll(70))).property('message', 'It is chain 8, not 7.')
    expect([await live(), reorganizations]).to.deep.equal([before, []])
    made.state.isOther = false
    await scanAll(70)
    expect(reorganizations).length(1)
  })

  it('behavior: a lagging node is not a reorganization', async () => {
    for (const through of [20, 50, 70]) await scanAll(through)
    made.state.head = 55
    await scanAll(55)
    expect(reorganizations).to.deep.equal([])
    expect(await store.readScannedTo()).to.equal(70n)
  })

  it('behavior: reads an old range again if the chain changed meanwhile', async () => {
    const { chain, state } = made
    const readEvents: ConnectedChain['readEvents'] = async (range) => {
      const logs = await chain.readEvents(range)
      if (state.branch === 0) Object.assign(state, { forkAt: 35, branch: 1 })
      return logs
    }
    await scanAll(70, create(1_000n, { ...chain, readEvents }))
    expect(await live()).to.deep.equal([
      [12, 0],
      [41, 1],
    ])
    expect(state.asked).to.deep.equal([
      [10, 70],
      [10, 70],
    ])
  })

  it('behavior: requests each of the newest blocks by its hash, whatever the chain does meanwhile', async () => {
    const { chain, state } = made
    state.head = 70
    const readBlockEvents: ConnectedChain['readBlockEvents'] = async (asked) => {
      if (asked.block.number === 40n) Object.assign(state, { forkAt: 35, branch: 1 })
      return chain.readBlockEvents(asked)
    }
    await scanAll(70, create(1_000n, { ...chain, readBlockEvents }))
    expect(await live()).to.deep.equal([
      [12, 0],
      [41, 1],
    ])
    expect(state.asked).to.deep.equal([])
  })

  it('behavior: reads returned payments along with fills, each kind numbered separately', async () => {
    const fill = createFill(12n)
    const place = (logIndex: number) => ({
      blockNumber: 12n,
      blockHash: blockHash(12n),
      transactionHash: fill.transactionHash,
      logIndex,
    })
    const refundTo = '0x00000000000000000000000000000000000000c1'
    const { payer, token, amount } = fill
    const returned = (callHash: Hex, logIndex: number): ReceiverLog => ({
      name: 'PaymentReturned',
      receiver: job.receiver,
      args: { callHash, refundTo, payer, token, amount },
      ...place(logIndex),
    })
    const { id, recipient, solver } = fill
    const logs: ReceiverLog[] = [
      returned(bytes32(1), 0),
      {
        name: 'FillAccepted',
        receiver: job.receiver,
        args: { id, recipient, solver, payer, token, amount },
        ...place(1),
      },
      returned(bytes32(2), 2),
    ]
    const readEvents: ConnectedChain['readEvents'] = async ({ toBlock }) => {
      const last = await made.chain.readBlock({ number: toBlock })
      return { last: last!, logs }
    }
    await scanAll(12, create(1_000n, { ...made.chain, readEvents }))
    await store.confirm({ throughBlock: 12n, nowMs: 1 })
    const tasks = await store.take({ limit: 10, nowMs: 1 })
    const common = { ...fill, recipient: refundTo, solver: zeroAddress, isReturned: true }
    expect(tasks.map((task) => task.fill)).to.deep.equal([
      { ...common, id: bytes32(1), logIndex: 0, ordinal: 0 },
      { ...fill, logIndex: 1, ordinal: 0 },
      { ...common, id: bytes32(2), logIndex: 2, ordinal: 1 },
    ])
  })

  it('behavior: remembers the limit that the node refused', async () => {
    Object.assign(made.state, { head: 4_000, most: 100 })
    await scanAll(4_000)
    const sizes = made.state.asked.map(([from, to]) => to - from + 1)
    expect(sizes.filter((size) => size > 100).length).to.be.below(10)
    expect(sizes.slice(10, -1).filter((size) => size < 80)).to.deep.equal([])
  })
})
