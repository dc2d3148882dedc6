import { expect } from 'chai'
import { openPostgres } from '../../src/watch/postgres/openPostgres.js'
import { openSqlite } from '../../src/watch/sqlite/openSqlite.js'
import type {
  FillEvent,
  FillResult,
  FillTask,
  Finding,
  Wait,
  WaitChanges,
  WatchJob,
} from '../../src/watch/types.js'
import { thrown } from '../support/errors.js'
import { makeFolder } from '../support/makeFolder.js'
import { startPostgres } from '../support/startPostgres.js'
import {
  blockHash,
  bytes32,
  createAuthorization,
  createFill,
  createFinding,
  createRange,
  job,
  type LoneStore,
  openAlone,
} from './fills.js'

type Open = (job: WatchJob, isRejudged?: boolean) => Promise<LoneStore>

/** Makes an empty database, and returns what opens it. */
const databases: Record<string, () => Promise<{ open: Open; remove(): Promise<void> }>> = {
  async SQLite() {
    const folder = await makeFolder()
    return {
      open: (job, isRejudged = false) => openAlone(openSqlite(folder.path('watch.db')), job, isRejudged),
      remove: folder.remove,
    }
  },
  async PostgreSQL() {
    const url = await (await startPostgres()).createDatabase()
    return {
      open: (job, isRejudged = false) => openAlone(openPostgres({ url }), job, isRejudged),
      remove: async () => {},
    }
  },
}

const ended: FillResult = { requestId: null, findings: [], unchecked: [] }

for (const [name, createDatabase] of Object.entries(databases)) {
  describe(`the watch's store: ${name}`, () => {
    let database: Awaited<ReturnType<typeof createDatabase>>
    let store: LoneStore
    const opened = new Set<LoneStore>()

    async function open(changes: Partial<WatchJob> = {}): Promise<LoneStore> {
      const store = await database.open({ ...job, ...changes })
      opened.add(store)
      return store
    }

    async function close(store: LoneStore): Promise<void> {
      opened.delete(store)
      await store.close()
    }

    beforeEach(async () => {
      database = await createDatabase()
      store = await open()
    })

    afterEach(async () => {
      for (const store of opened) await close(store)
      await database.remove()
    })

    /** Stores fills of the blocks 100 to 109, and makes them due at 1. */
    async function storeDue(...fills: ReturnType<typeof createFill>[]): Promise<void> {
      await store.commitRange(createRange(100n, 109n, { fills }))
      await store.confirm({ throughBlock: 109n, nowMs: 1 })
    }

    const take = (limit = 10, nowMs = 1): Promise<FillTask[]> => store.take({ limit, nowMs })
    const idsOf = (tasks: FillTask[]) => tasks.map(({ fill }) => fill.id)

    it('default: a new job has no blocks and no findings', async () => {
      expect(await store.readScannedTo()).to.equal(99n)
      expect(await store.readBlocks()).to.deep.equal([])
      expect(await take()).to.deep.equal([])
      expect(await store.readNextDueMs()).to.equal(null)
      expect(await store.readNextDeliveryMs({ sink: 'out' })).to.equal(null)
      expect(await store.readSinkPlace('out')).to.deep.equal({ length: 0, lastId: null })
      expect(await store.summarize()).to.deep.equal({
        fillsFrom: 100n,
        scannedTo: 99n,
        fills: 0,
        checked: 0,
        waiting: 0,
        returned: 0,
        unchecked: {},
        findings: {},
      })
    })

    it('behavior: stores a range with its position, only if it follows the last one', async () => {
      await store.commitRange(createRange(100n, 104n, { fills: [createFill(102n)] }))
      expect(await store.readScannedTo()).to.equal(104n)
      for (const fromBlock of [100n, 104n, 106n]) {
        const error = await thrown(() =>
          store.commitRange(createRange(fromBlock, 120n, { fills: [createFill(110n)] })),
        )
        expect(error).to.include({ name: 'WatchPlaceError', found: fromBlock, required: 105n })
      }
      expect(await store.readScannedTo()).to.equal(104n)
      expect((await store.summarize()).fills).to.equal(1)
      await store.commitRange(createRange(105n, 105n))
      expect(await store.readScannedTo()).to.equal(105n)
    })

    it('behavior: keeps its contents when reopened', async () => {
      const fill = createFill(101n, 3, { amount: 2n ** 256n - 1n, ordinal: 2 })
      await storeDue(fill)
      await close(store)
      store = await open()
      const [task, ...others] = await take()
      expect(others).to.deep.equal([])
      expect(task).to.deep.include({ fill, isLive: true, seenAtMs: 1, attempts: 0, notes: null })
      expect(await store.readScannedTo()).to.equal(109n)
      expect(await store.readBlocks()).to.deep.equal([
        { number: 109n, hash: blockHash(109n) },
        { number: 101n, hash: blockHash(101n) },
      ])
    })

    it('error: refuses options that change verdicts, and the first job continues', async () => {
      await storeDue(createFill(101n))
      await close(store)
      for (const [field, required] of [
        ['service', 'https://other.example'],
        ['solver', '0xb'],
      ] as const) {
        const error = await thrown(() => open({ options: { ...job.options, [field]: required } }))
        expect(error).to.include({ name: 'WatchJobError', field, required })
        expect(error.message).to.contain('add --rejudge')
      }
      store = await open({ receiver: job.receiver.toUpperCase().replace('X', 'x') as WatchJob['receiver'] })
      expect(await take()).to.have.length(1)
    })

    it('behavior: an earlier first block makes all blocks from there be read again', async () => {
      const fills = [createFill(101n), createFill(103n)]
      await storeDue(...fills)
      for (const task of await take()) await store.settle(task, ended)
      await close(store)
      store = await open({ fillsFrom: 95n, fromBlock: 90n })
      expect(await store.readScannedTo()).to.equal(89n)
      expect(await store.summarize()).to.deep.include({ fillsFrom: 95n, fills: 0 })
      expect(await store.countWaiting({ throughBlock: 102n })).to.equal(1)

      const earlier = [createFill(94n), createFill(96n)]
      await store.commitRange(createRange(90n, 109n, { fills: [...earlier, ...fills] }))
      expect(await store.summarize()).to.deep.include({ scannedTo: 109n, fills: 3, waiting: 3 })
      await close(store)
      store = await open()
      expect(await store.summarize()).to.deep.include({ fillsFrom: 95n, scannedTo: 109n, fills: 3 })
    })

    it('behavior: other options check every fill again and withdraw findings that no longer hold', async () => {
      const fills = [createFill(101n), createFill(102n)]
      const [a, b] = fills.map((fill) => createFinding(fill)) as [Finding, Finding]
      await storeDue(...fills)
      const settle = async (...findings: Finding[]) => {
        await store.confirm({ throughBlock: 109n, nowMs: 1 })
        for (const task of await take()) {
          const own = findings.filter(({ transactionHash }) => transactionHash === task.fill.transactionHash)
          expect(await store.settle(task, { ...ended, findings: own })).to.equal(true)
        }
      }
      const deliver = async () => {
        const deliveries = await store.readOutbox({ sink: 'out', limit: 10, nowMs: 1 })
        const findings = deliveries.map(({ finding }) => finding)
        await store.markDelivered({ sink: 'out', ids: findings.map(({ id }) => id) })
        return findings
      }
      const rejudge = async (solver: string) => {
        await close(store)
        store = await database.open({ ...job, options: { ...job.options, solver } }, true)
        opened.add(store)
      }
      await settle(a, b)
      expect(await deliver()).to.deep.equal([a, b])

      await rejudge('0xb')
      expect(await store.summarize()).to.deep.include({ checked: 0, findings: { amountShort: 2 } })
      await settle(b)
      expect(await store.summarize()).to.deep.include({
        findings: { amountShort: 1 },
        withdrawn: { amountShort: 1 },
      })
      expect(await deliver()).to.deep.equal([{ ...a, withdrawn: true }])

      await rejudge('0xa')
      await settle(a, b)
      expect(await store.summarize())
        .to.include.keys('findings')
        .not.include.keys('withdrawn')
      expect(await deliver()).to.deep.equal([a])
    })

    it('behavior: forgets all blocks below the window except the highest', async () => {
      await store.commitRange(createRange(100n, 103n))
      await store.commitRange(createRange(104n, 106n))
      await store.commitRange(createRange(107n, 110n, { keepFrom: 107n }))
      expect((await store.readBlocks()).map(({ number }) => number)).to.deep.equal([110n, 106n])
      await store.commitRange(createRange(111n, 112n, { keepFrom: 110n }))
      expect((await store.readBlocks()).map(({ number }) => number)).to.deep.equal([112n, 110n])
    })

    it('behavior: lends due fills once, the oldest first', async () => {
      const fills = [createFill(103n), createFill(101n, 1), createFill(101n, 0)]
      await store.commitRange(createRange(100n, 109n, { fills }))
      expect(await take()).to.deep.equal([])
      await store.confirm({ throughBlock: 0n, nowMs: 5 })
      expect(await store.readNextDueMs()).to.equal(5)
      expect(await take(10, 4)).to.deep.equal([])
      expect(idsOf(await take(2, 5))).to.deep.equal([fills[2]!.id, fills[1]!.id])
      expect(idsOf(await take(2, 5))).to.deep.equal([fills[0]!.id])
      expect(await take(2, 5)).to.deep.equal([])
    })

    it('behavior: fills removed by a reorganization become due up to the confirmed block', async () => {
      const [gone, later] = [createFill(103n), createFill(104n)]
      await storeDue(gone, later)
      await store.rewind({ toBlock: 100n })
      await store.confirm({ throughBlock: 103n, nowMs: 1 })
      expect(idsOf(await take())).to.deep.equal([gone.id])
      await store.confirm({ throughBlock: 104n, nowMs: 1 })
      expect(idsOf(await take())).to.deep.equal([later.id])
    })

    it('behavior: confirming again changes nothing', async () => {
      await storeDue(createFill(101n))
      const [task] = await take()
      await store.postpone(task!, { dueAtMs: 50, notes: null })
      await store.confirm({ throughBlock: 109n, nowMs: 2 })
      expect(await store.readNextDueMs()).to.equal(50)
    })

    it('behavior: a postponed fill returns when due, with its notes', async () => {
      await storeDue(createFill(101n))
      const [task] = await take()
      const notes = '{"status":"pending","text":"é\\u0000"}'
      expect(await store.postpone(task!, { dueAtMs: 50, notes })).to.equal(true)
      expect(await store.postpone(task!, { dueAtMs: 60, notes: null })).to.equal(false)
      expect(await store.settle(task!, ended)).to.equal(false)
      expect(await store.readNextDueMs()).to.equal(50)
      expect(await take(10, 49)).to.deep.equal([])
      const [again] = await take(10, 50)
      expect(again).to.deep.include({ attempts: 1, notes, fill: task!.fill })
      expect(await store.settle(again!, ended)).to.equal(true)
    })

    it('behavior: a check ends once, and its findings are stored once', async () => {
      const fill = createFill(101n)
      await storeDue(fill, createFill(102n))
      const [first, second] = await take()
      const findings = [createFinding(fill), createFinding(fill, { id: bytes32(1), kind: 'expired' })]
      const unchecked = [{ reason: 'the wrapper is not known' }, { reason: 'the wrapper is not known' }]
      expect(await store.settle(first!, { requestId: fill.id, findings, unchecked })).to.equal(true)
      expect(await store.settle(first!, { requestId: fill.id, findings, unchecked })).to.equal(false)
      // Another fill of the same contradiction, as of a request that is paid twice.
      expect(await store.settle(second!, { ...ended, findings: [findings[1]!] })).to.equal(true)
      expect(await store.summarize()).to.deep.equal({
        fillsFrom: 100n,
        scannedTo: 109n,
        fills: 2,
        checked: 2,
        waiting: 0,
        returned: 0,
        unchecked: { 'the wrapper is not known': 1 },
        findings: { amountShort: 1, expired: 1 },
      })
      const outbox = await store.readOutbox({ sink: 'out', limit: 10, nowMs: 1 })
      expect(outbox.map(({ finding }) => finding)).to.deep.equal(findings)
      expect(await take(10, 1000)).to.deep.equal([])
      expect(await store.readNextDueMs()).to.equal(null)
    })

    it('behavior: counts returned payments separately, as paying nothing', async () => {
      const [fill, returned] = [createFill(101n), createFill(102n, 0, { isReturned: true, ordinal: 1 })]
      await storeDue(fill, returned)
      expect((await take()).map((task) => task.fill)).to.deep.equal([fill, returned])
      expect(await store.findFills([fill.id, returned.id])).to.deep.equal([fill])
      expect(await store.summarize()).to.deep.include({ fills: 1, checked: 0, waiting: 2, returned: 1 })
    })

    it("behavior: an authorization makes its call's returned payments be checked again, whenever it comes", async () => {
      const callHash = bytes32(7)
      const returned = [101n, 102n].map((block) => createFill(block, 0, { isReturned: true, id: callHash }))
      const others = [createFill(103n, 0, { isReturned: true }), createFill(104n, 0, { id: callHash })]
      await storeDue(...returned, ...others)
      const [checked, lent, other, paid] = await take()
      for (const task of [checked!, other!, paid!]) expect(await store.settle(task, ended)).to.equal(true)

      const authorizations = [createAuthorization(110n, { callHash })]
      await store.commitRange(createRange(110n, 110n, { authorizations, nowMs: 2 }))
      expect(await store.settle(lent!, ended), 'a check that did not know of it').to.equal(false)
      expect(await store.summarize()).to.deep.include({ waiting: 2 })
      await store.confirm({ throughBlock: 110n, nowMs: 3 })
      const again = await take(10, 3)
      expect(again.map((task) => task.fill)).to.deep.equal(returned)
      for (const task of again) expect(await store.settle(task, ended)).to.equal(true)

      await store.commitRange(createRange(111n, 111n, { nowMs: 4 }))
      expect(await store.summarize()).to.deep.include({ waiting: 0 })
    })

    it('behavior: forgets the unknown facts of an earlier check', async () => {
      const returned = createFill(101n, 0, { isReturned: true, id: bytes32(7) })
      await storeDue(returned)
      const [first] = await take()
      await store.settle(first!, { ...ended, unchecked: [{ reason: 'old' }, { reason: 'both' }] })
      const authorizations = [createAuthorization(110n, { callHash: returned.id })]
      await store.commitRange(createRange(110n, 110n, { authorizations, nowMs: 2 }))
      await store.confirm({ throughBlock: 110n, nowMs: 3 })
      const [again] = await take(10, 3)
      await store.settle(again!, { ...ended, unchecked: [{ reason: 'both' }, { reason: 'new' }] })
      expect((await store.summarize()).unchecked).to.deep.equal({ both: 1, new: 1 })
    })

    it('behavior: a reorganization removes returned payments too', async () => {
      await storeDue(createFill(103n, 0, { isReturned: true }))
      await store.rewind({ toBlock: 102n })
      expect(await store.summarize()).to.deep.include({ returned: 0, waiting: 1 })
      await store.confirm({ throughBlock: 109n, nowMs: 3 })
      const [gone] = await take(10, 3)
      expect(gone).to.deep.include({ isLive: false })
    })

    it('behavior: stores any text of a service', async () => {
      const fill = createFill(101n)
      await storeDue(fill)
      const [task] = await take()
      const finding = createFinding(fill, { actual: `'"\\ \0 \n 💸 ${'x'.repeat(10_000)}` })
      const unchecked = [{ reason: 'odd \0 text' }]
      expect(await store.settle(task!, { requestId: null, findings: [finding], unchecked })).to.equal(true)
      const [delivery] = await store.readOutbox({ sink: 'out', limit: 10, nowMs: 1 })
      expect(delivery).to.deep.equal({ finding, attempts: 0 })
      expect(Object.values((await store.summarize()).unchecked)).to.deep.equal([1])
    })

    it('behavior: a second reorganization restores removed fills', async () => {
      const fills = [createFill(102n), createFill(103n), createFill(104n)]
      const authorizations = [createAuthorization(102n), createAuthorization(103n)]
      await store.commitRange(createRange(100n, 109n, { fills, authorizations }))
      await store.confirm({ throughBlock: 103n, nowMs: 1 })
      const [kept, lent] = await take()
      await store.rewind({ toBlock: 102n })

      expect(await store.readScannedTo()).to.equal(102n)
      expect(await store.readBlocks()).to.deep.equal([{ number: 102n, hash: blockHash(102n) }])
      expect(await store.findFills(fills.map(({ id }) => id))).to.deep.equal([fills[0]])
      const ids = authorizations.map(({ id }) => id)
      expect(await store.findAuthorizations({ ids })).to.deep.equal([authorizations[0]])
      // The check of the fill that is gone says nothing any more.
      const findings = [createFinding(lent!.fill)]
      expect(await store.settle(lent!, { ...ended, findings })).to.equal(false)
      expect(await store.postpone(lent!, { dueAtMs: 5, notes: null })).to.equal(false)
      expect(await store.settle(kept!, ended)).to.equal(true)
      expect(await store.summarize()).to.deep.include({ fills: 1, checked: 1, waiting: 2, findings: {} })

      expect(await take(10, 10)).to.deep.equal([])
      await store.confirm({ throughBlock: 103n, nowMs: 10 })
      const [gone, ...others] = await take(10, 10)
      expect(others).to.deep.equal([])
      expect(gone).to.deep.include({ fill: fills[1], isLive: false, attempts: 0 })
      await store.rewind({ toBlock: 102n })
      expect(await store.settle(gone!, ended), 'rewound to where it was already').to.equal(true)
    })

    it('behavior: a checked fill is checked again once it is removed', async () => {
      const fill = createFill(103n)
      await storeDue(fill)
      const [task] = await take()
      const requestId = bytes32(9)
      const unchecked = [{ reason: 'old' }]
      await store.settle(task!, { requestId, findings: [createFinding(fill)], unchecked })
      await store.rewind({ toBlock: 100n })
      expect(await store.summarize()).to.deep.include({ fills: 0, checked: 0, waiting: 1, unchecked: {} })
      await store.confirm({ throughBlock: 109n, nowMs: 3 })
      const [gone] = await take(10, 3)
      expect(gone).to.deep.include({ fill, isLive: false, requestId })
      expect(await store.settle(gone!, ended)).to.equal(true)
    })

    it('behavior: a fill that returns in its block is live again, whatever was done with it', async () => {
      const fill = createFill(103n)
      await storeDue(fill)
      await store.rewind({ toBlock: 102n })
      await store.confirm({ throughBlock: 109n, nowMs: 3 })
      const [gone] = await take(10, 3)
      await store.postpone(gone!, { dueAtMs: 1000, notes: 'gone' })
      await store.commitRange(createRange(103n, 109n, { fills: [fill] }))
      expect(await store.findFills([fill.id])).to.deep.equal([fill])
      expect(await store.summarize()).to.deep.include({ fills: 1, waiting: 1 })
      await store.confirm({ throughBlock: 109n, nowMs: 4 })
      const [back] = await take(10, 4)
      expect(back).to.deep.include({ fill, isLive: true, attempts: 0, notes: null, seenAtMs: 1 })
      expect(await store.settle(back!, ended)).to.equal(true)
    })

    it('behavior: a fill that returns during its check is checked again', async () => {
      const fill = createFill(103n)
      await storeDue(fill)
      await store.rewind({ toBlock: 102n })
      await store.confirm({ throughBlock: 109n, nowMs: 3 })
      const [gone] = await take(10, 3)
      await store.commitRange(createRange(103n, 109n, { fills: [fill] }))
      expect(await store.settle(gone!, { ...ended, findings: [createFinding(fill)] })).to.equal(false)
      await store.confirm({ throughBlock: 109n, nowMs: 4 })
      expect(await take(10, 4)).to.have.length(1)
    })

    it('behavior: the same fill in another block is another fill', async () => {
      const old = createFill(103n)
      await storeDue(old)
      await store.rewind({ toBlock: 102n })
      const moved = createFill(103n, 0, {}, 1)
      await store.commitRange(createRange(103n, 109n, { fills: [moved] }))
      expect(await store.findFills([old.id])).to.deep.equal([moved])
      await store.confirm({ throughBlock: 109n, nowMs: 4 })
      const tasks = await take(10, 4)
      expect(tasks.map(({ fill, isLive }) => [fill.blockHash, isLive])).to.have.deep.members([
        [old.blockHash, false],
        [moved.blockHash, true],
      ])
    })

    for (const isReturned of [true, false]) {
      const what = isReturned ? 'a refund' : 'a fill'
      /** What was delivered, and not before: each finding, and whether it is withdrawn. */
      async function deliver(): Promise<boolean[]> {
        const due = await store.readOutbox({ sink: 'out', limit: 10, nowMs: 9 })
        await store.markDelivered({ sink: 'out', ids: due.map(({ finding }) => finding.id) })
        return due.map(({ finding }) => finding.withdrawn === true)
      }
      async function storeFound(old: FillEvent, finding: Finding): Promise<void> {
        await storeDue(old)
        const [task] = await take()
        await store.settle(task!, { ...ended, findings: [finding] })
        expect(await deliver()).to.deep.equal([false])
        await store.rewind({ toBlock: 102n })
      }
      const old = createFill(103n, 0, { isReturned })
      const finding = createFinding(old)
      const { transactionHash, id } = old

      it(`behavior: a finding about ${what} that a reorganization removes is withdrawn`, async () => {
        await storeFound(old, finding)
        await store.confirm({ throughBlock: 109n, nowMs: 3 })
        const [gone] = await take(10, 3)
        await store.settle(gone!, ended)
        expect(await deliver()).to.deep.equal([true])
        expect(await store.summarize()).to.deep.include({ findings: {}, withdrawn: { amountShort: 1 } })
      })

      it(`behavior: a finding about ${what} in its block again stands`, async () => {
        await storeFound(old, finding)
        await store.commitRange(createRange(103n, 109n, { fills: [old] }))
        await store.confirm({ throughBlock: 109n, nowMs: 3 })
        const [back] = await take(10, 3)
        await store.settle(back!, { ...ended, findings: [finding] })
        expect(await deliver()).to.deep.equal([])
        expect(await store.summarize()).to.deep.include({ findings: { amountShort: 1 } })
      })

      for (const isFound of [true, false]) {
        for (const isGoneFirst of [true, false]) {
          const rest = `${isGoneFirst ? 'after' : 'before'} the old one, ${isFound ? 'with' : 'without'} it`
          it(`behavior: a finding about ${what} that moved is the new check's: ${rest}`, async () => {
            await storeFound(old, finding)
            const moved = createFill(104n, 0, { isReturned, transactionHash, id }, 1)
            const other = createFill(105n, 0, { isReturned, transactionHash, ordinal: 1 }, 1)
            await store.commitRange(createRange(103n, 109n, { fills: [moved, other] }))
            await store.confirm({ throughBlock: 109n, nowMs: 4 })
            const tasks = await take(10, 4)
            const [gone, there, another] = tasks.sort((one, two) =>
              Number(one.fill.blockNumber - two.fill.blockNumber),
            )
            await store.settle(another!, ended)
            const settleGone = () => store.settle(gone!, ended)
            if (isGoneFirst) await settleGone()
            await store.settle(there!, { ...ended, findings: isFound ? [finding] : [] })
            if (!isGoneFirst) await settleGone()
            expect(await deliver()).to.deep.equal(isFound ? [] : [true])
            const findings = isFound ? { amountShort: 1 } : {}
            expect(await store.summarize()).to.deep.include({ findings })
          })
        }
      }
    }

    it('behavior: keeps what waits, and goes back with the chain', async () => {
      const wait = (number: number, sinceBlock: bigint): Wait => {
        const inbox = createFill(sinceBlock).payer
        return { inboxHash: bytes32(number), inbox, token: inbox, sinceBlock, sinceTime: 2 ** 31 + number }
      }
      const changes = { begun: [], ended: [], findings: [], keptIds: [] }
      const [first, second] = [wait(1, 109n), wait(2, 119n)]
      const found = createFinding(createFill(109n), { kind: 'moneyWaits', transactionHash: null })
      const commit = (from: bigint, to: bigint, waits: Partial<WaitChanges>, keepFrom = 0n) =>
        store.commitRange({ ...createRange(from, to, { keepFrom }), waits: { ...changes, ...waits } })
      const states = async () => {
        const { findings, withdrawn = {} } = await store.summarize()
        return [findings, withdrawn]
      }
      await commit(100n, 109n, { begun: [first] })
      await commit(110n, 119n, { begun: [second], findings: [found] })
      expect(await store.readWaits()).to.deep.equal([first, second])
      expect(await states()).to.deep.equal([{ moneyWaits: 1 }, {}])
      await commit(120n, 129n, { ended: [{ ...first, endBlock: 125n }], keptIds: [] })
      expect(await store.readWaits()).to.deep.equal([second])
      expect(await states()).to.deep.equal([{}, { moneyWaits: 1 }])
      await store.rewind({ toBlock: 118n })
      expect(await store.readWaits()).to.deep.equal([first])
      await commit(119n, 129n, { findings: [found] })
      expect(await states()).to.deep.equal([{ moneyWaits: 1 }, {}])
      await commit(130n, 139n, { ended: [{ ...first, endBlock: 131n }], keptIds: [found.id] })
      expect(await states()).to.deep.equal([{ moneyWaits: 1 }, {}])
      // A wait that ended before what is kept is forgotten: a rewind does not bring it back.
      await commit(140n, 149n, {}, 132n)
      await store.rewind({ toBlock: 130n })
      expect(await store.readWaits()).to.deep.equal([])
    })

    it("behavior: finds fills and authorizations by their ids, in the chain's order", async () => {
      const id = bytes32(5)
      const fills = [createFill(104n, 0, { id }), createFill(102n, 2, { id }), createFill(102n, 1, { id })]
      const authorizations = [createAuthorization(103n, { id }), createAuthorization(101n)]
      await store.commitRange(createRange(100n, 109n, { fills, authorizations }))
      expect(await store.findFills([id])).to.deep.equal([fills[2], fills[1], fills[0]])
      expect(await store.findFills([bytes32(6)])).to.deep.equal([])
      expect(await store.findFills([])).to.deep.equal([])
      const callHashes = [authorizations[1]!.callHash]
      expect(await store.findAuthorizations({ ids: [id], callHashes })).to.deep.equal([
        authorizations[1],
        authorizations[0],
      ])
      expect(await store.findAuthorizations({ ids: [id] })).to.deep.equal([authorizations[0]])
      expect(await store.findAuthorizations({ callHashes })).to.deep.equal([authorizations[1]])
      expect(await store.findAuthorizations({})).to.deep.equal([])
    })

    it('behavior: gives each finding to each sink, in order, until it is delivered', async () => {
      const fills = [101n, 102n, 103n].map((block) => createFill(block))
      await storeDue(...fills)
      const findings = fills.map((fill) => createFinding(fill))
      for (const [index, task] of (await take()).entries()) {
        await store.settle(task, { ...ended, findings: [findings[index]!] })
      }
      const read = async (sink: string, nowMs = 1, limit = 10) =>
        (await store.readOutbox({ sink, limit, nowMs })).map(({ finding }) => finding.id)
      const [a, b, c] = findings.map(({ id }) => id)
      expect(await read('out', 1, 2)).to.deep.equal([a, b])
      expect(await store.readNextDeliveryMs({ sink: 'out' })).to.equal(0)

      await store.markDelivered({ sink: 'out', ids: [a!, b!], place: { length: 700, lastId: b! } })
      await store.markDelivered({ sink: 'out', ids: [a!] })
      expect(await read('out')).to.deep.equal([c])
      expect(await store.readSinkPlace('out')).to.deep.equal({ length: 700, lastId: b })
      expect(await store.readSinkPlace('hook')).to.deep.equal({ length: 0, lastId: null })

      await store.markFailed({ sink: 'hook', id: a!, dueAtMs: 50 })
      expect(await read('hook', 49)).to.deep.equal([b, c])
      expect(await read('hook', 50)).to.deep.equal([a, b, c])
      await store.markDelivered({ sink: 'hook', ids: [b!, c!] })
      expect(await store.readNextDeliveryMs({ sink: 'hook' })).to.equal(50)
      const [delivery] = await store.readOutbox({ sink: 'hook', limit: 10, nowMs: 50 })
      expect(delivery).to.deep.equal({ finding: findings[0], attempts: 1 })
      await store.markDelivered({ sink: 'hook', ids: [a!] })
      expect(await store.readNextDeliveryMs({ sink: 'hook' })).to.equal(null)

      await close(store)
      store = await open()
      expect(await store.readSinkPlace('out')).to.deep.equal({ length: 700, lastId: b })
      expect(await read('out')).to.deep.equal([c])
      expect(await read('hook', 1000)).to.deep.equal([])
    })

    it('behavior: returns lent fills at the end', async () => {
      await storeDue(createFill(101n))
      const [task] = await take()
      await close(store)
      store = await open()
      const [again] = await take()
      expect(again).to.deep.include({ fill: task!.fill, attempts: 0 })
      expect(await store.settle(again!, ended)).to.equal(true)
    })

    it('behavior: refuses a lock that is held', async () => {
      expect(await store.lock('scanner')).to.equal(true)
      expect(await store.lock('scanner')).to.equal(true)
    })
  })
}
