import { expect } from 'chai'
import type { FillResult, WatchStore } from '../../src/watch/types.js'
import { hashOf, makeFill, makeFinding } from './support.js'

export type OpenedStore = {
  store: WatchStore
  /** Closes it and opens the same database again. */
  reopen(): Promise<WatchStore>
  remove(): Promise<void>
}

const result = (...ids: number[]): FillResult => ({
  requestId: hashOf(9),
  findings: ids.map(makeFinding),
  unchecked: [],
})

/** What every database of the watcher must do. */
export function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(name, () => {
    let opened: OpenedStore
    let store: WatchStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.remove())

    const commit = (fromBlock: number, toBlock: number, fills = [makeFill(toBlock)], keepFrom = 0n) =>
      store.commitRange({
        fromBlock: BigInt(fromBlock),
        toBlock: BigInt(toBlock),
        fills,
        authorizations: [],
        blocks: [{ number: BigInt(toBlock), hash: hashOf(toBlock) }],
        keepFrom,
        nowMs: 1_000,
      })
    const confirm = (block: number) => store.confirm({ throughBlock: BigInt(block), nowMs: 2_000 })
    const take = (limit = 10, nowMs = 3_000) => store.take({ limit, nowMs })

    it('default: a fill is stored, confirmed, lent once, and settled', async () => {
      expect(await store.readScannedTo()).to.equal(9n)
      await commit(10, 12, [makeFill(11), makeFill(12)])
      expect(await store.readScannedTo()).to.equal(12n)
      expect(await take()).to.deep.equal([])
      await confirm(11)
      const [task, ...others] = await take()
      expect(others).to.deep.equal([])
      expect(task).to.deep.include({
        fill: makeFill(11),
        isLive: true,
        seenAtMs: 1_000,
        attempts: 0,
        notes: null,
        requestId: null,
      })
      expect(await take()).to.deep.equal([])
      const { findings } = result(1, 2)
      const unchecked = [{ reason: 'why' }]
      expect(await store.settle(task!, { ...result(), findings, unchecked }, 4_000)).to.equal(true)
      expect(await take()).to.deep.equal([])
      expect(await store.summarize()).to.deep.equal({
        scannedTo: 12n,
        fills: 2,
        checked: 1,
        waiting: 1,
        unchecked: { why: 1 },
        findings: { paidTwice: 2 },
      })
    })

    it('behavior: a settlement is taken once, and so is a finding', async () => {
      await commit(10, 12, [makeFill(11), makeFill(12)])
      await confirm(12)
      const [one, other] = await take()
      expect(await store.settle(one!, result(1), 4_000)).to.equal(true)
      expect(await store.settle(one!, result(2), 4_000)).to.equal(false)
      expect(await store.settle(other!, result(1), 4_000)).to.equal(true)
      expect((await store.summarize()).findings).to.deep.equal({ paidTwice: 1 })
    })

    it('behavior: what was put off is lent again when it is due, with its notes', async () => {
      await commit(10, 11)
      await confirm(11)
      const [task] = await take()
      expect(await store.postpone(task!, { dueAtMs: 9_000, notes: 'seen' })).to.equal(true)
      expect(await store.readNextDueMs()).to.equal(9_000)
      expect(await take(10, 8_999)).to.deep.equal([])
      const [again] = await take(10, 9_000)
      expect(again).to.deep.include({ attempts: 1, notes: 'seen', fill: makeFill(11) })
    })

    it('behavior: what was lent and not settled is lent again after the end of the process', async () => {
      await commit(10, 11)
      await confirm(11)
      expect(await take()).to.have.length(1)
      store = await opened.reopen()
      expect(await store.readScannedTo()).to.equal(11n)
      expect(await take()).to.have.length(1)
    })

    it('error: a range that does not follow changes nothing', async () => {
      await commit(10, 11)
      for (const from of [10, 11, 13]) {
        const error = await commit(from, 20).catch((caught: unknown) => caught)
        expect(error).to.include({ name: 'WatchPlaceError', found: BigInt(from), required: 12n })
      }
      expect(await store.summarize()).to.include({ scannedTo: 11n, fills: 1 })
    })

    it('behavior: a rewind takes fills away, settled ones too, and what was lent of them is not settled', async () => {
      await commit(10, 13, [makeFill(11), makeFill(12), makeFill(13)])
      await confirm(13)
      const [one, two, three] = await take()
      await store.settle(two!, result(1), 4_000)
      await store.rewind({ toBlock: 11n, nowMs: 5_000 })
      expect(await store.readScannedTo()).to.equal(11n)
      expect(await store.settle(three!, result(2), 6_000)).to.equal(false)
      expect(await store.postpone(three!, { dueAtMs: 1, notes: 'no' })).to.equal(false)
      expect(await store.settle(one!, result(), 6_000)).to.equal(true)
      expect(await store.summarize()).to.deep.include({ fills: 1, checked: 1, waiting: 2 })
      expect(await take()).to.deep.equal([])

      await commit(12, 14, [makeFill(13, { transactionHash: makeFill(12).transactionHash }, 1)])
      await confirm(14)
      const tasks = await take()
      expect(tasks.map(({ fill, isLive }) => [fill.blockNumber, isLive])).to.have.deep.members([
        [12n, false],
        [13n, false],
        [13n, true],
      ])
      expect(tasks.find(({ fill }) => fill.blockNumber === 12n)).to.include({ requestId: hashOf(9) })
    })

    it('behavior: a fill that comes back in its old block is live and checked again', async () => {
      await commit(10, 11)
      await confirm(11)
      const [task] = await take()
      await store.settle(task!, { ...result(1), unchecked: [{ reason: 'old' }] }, 4_000)
      await store.rewind({ toBlock: 10n, nowMs: 5_000 })
      expect((await store.summarize()).unchecked).to.deep.equal({})
      await commit(11, 11)
      await confirm(11)
      const [again] = await take()
      expect(again).to.deep.include({ isLive: true, fill: makeFill(11) })
      expect(await store.settle(again!, result(1), 6_000)).to.equal(true)
      expect(await store.summarize()).to.deep.equal({
        scannedTo: 11n,
        fills: 1,
        checked: 1,
        waiting: 0,
        unchecked: {},
        findings: { paidTwice: 1 },
      })
    })

    it('behavior: kept blocks are the newest and one below, and a rewind forgets those above it', async () => {
      await commit(10, 12, [])
      await commit(13, 14, [])
      await commit(15, 20, [], 15n)
      const numbers = async () => (await store.readBlocks()).map(({ number }) => number)
      expect(await numbers()).to.deep.equal([20n, 14n])
      await store.rewind({ toBlock: 14n, nowMs: 5_000 })
      expect(await store.readBlocks()).to.deep.equal([{ number: 14n, hash: hashOf(14) }])
    })

    it('behavior: authorisations are found by id and by call, and forgotten with their block', async () => {
      const authorization = (number: number, id: number, call: number) => ({
        blockNumber: BigInt(number),
        blockHash: hashOf(number),
        transactionHash: hashOf(number),
        logIndex: 3,
        id: hashOf(id),
        callHash: hashOf(call),
        deadline: 1_800_000_000,
      })
      const [one, two] = [authorization(11, 1, 7), authorization(12, 2, 7)]
      const range = { fromBlock: 10n, toBlock: 12n, fills: [], blocks: [], keepFrom: 0n, nowMs: 1 }
      await store.commitRange({ ...range, authorizations: [one, two] })
      expect(await store.findAuthorizations({ callHashes: [hashOf(7)] })).to.deep.equal([one, two])
      expect(await store.findAuthorizations({ ids: [hashOf(2)] })).to.deep.equal([two])
      expect(await store.findAuthorizations({ ids: [hashOf(7)] })).to.deep.equal([])
      await store.rewind({ toBlock: 11n, nowMs: 1 })
      expect(await store.findAuthorizations({ callHashes: [hashOf(7)] })).to.deep.equal([one])
    })

    it('behavior: fills are found by id while they are live, in the order of the chain', async () => {
      const id = hashOf(77)
      const fills = [
        makeFill(12, { id, logIndex: 4 }),
        makeFill(12, { id, logIndex: 2 }),
        makeFill(11, { id }),
      ]
      await commit(10, 13, [...fills, makeFill(13)])
      expect(await store.findFills([id])).to.deep.equal([fills[2], fills[1], fills[0]])
      await store.rewind({ toBlock: 11n, nowMs: 1 })
      expect(await store.findFills([id, makeFill(13).id])).to.deep.equal([fills[2]])
    })

    it('behavior: each sink is given each finding in order until it took it', async () => {
      await commit(10, 11)
      await confirm(11)
      const [task] = await take()
      await store.settle(task!, result(5, 4, 6), 4_000)
      const [a, b] = ['stdout', 'file:/x']
      const read = async (sink: string, nowMs = 5_000, limit = 9) =>
        (await store.readOutbox({ sink, limit, nowMs })).map(({ finding, attempts }) => [
          Number(finding.id),
          attempts,
        ])
      expect(await read(a)).to.deep.equal([
        [5, 0],
        [4, 0],
        [6, 0],
      ])
      expect(await read(a, 5_000, 1)).to.deep.equal([[5, 0]])
      expect(await store.readSinkPlace(b)).to.deep.equal({ length: 0, lastId: null })
      const place = { length: 100, lastId: hashOf(4) }
      await store.markDelivered({ sink: b, ids: [hashOf(5), hashOf(4)], place })
      await store.markFailed({ sink: a, id: hashOf(5), dueAtMs: 7_000 })
      expect(await read(a)).to.deep.equal([
        [4, 0],
        [6, 0],
      ])
      expect(await read(a, 7_000)).to.deep.equal([
        [5, 1],
        [4, 0],
        [6, 0],
      ])
      await store.markDelivered({ sink: a, ids: [hashOf(4), hashOf(6)] })
      expect(await store.readNextDeliveryMs({ sink: a })).to.equal(7_000)

      store = await opened.reopen()
      expect(await store.readSinkPlace(b)).to.deep.equal(place)
      expect(await read(b)).to.deep.equal([[6, 0]])
      await store.markDelivered({ sink: a, ids: [hashOf(5)] })
      expect(await store.readNextDeliveryMs({ sink: a })).to.equal(null)
      const [{ finding } = { finding: null }] = await store.readOutbox({ sink: b, limit: 1, nowMs: 1 })
      expect(finding).to.deep.equal(makeFinding(6))
    })
  })
}
