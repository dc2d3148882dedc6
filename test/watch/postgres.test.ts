import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import pg from 'pg'
import { type OpenPostgresParameters, openPostgres } from '../../src/watch/postgres/openPostgres.js'
import { schemaVersion } from '../../src/watch/store/schema.js'
import type { FillResult, WatchJob, WatchStore } from '../../src/watch/types.js'
import { thrown } from '../support/errors.js'
import { type Postgres, startPostgres } from '../support/startPostgres.js'
import { startProxy, type TcpProxy } from '../support/startProxy.js'
import { createFill, createFinding, createRange, job, type LoneStore, openAlone } from './fills.js'

const ended: FillResult = { requestId: null, findings: [], unchecked: [] }
const blocks = Array.from({ length: 20 }, (_, index) => 100n + BigInt(index))

describe("the watch's store: PostgreSQL, with several workers", () => {
  let postgres: Postgres
  let proxy: TcpProxy
  let database: string
  let chainId = 0
  const opened = new Set<LoneStore>()

  before(async () => {
    postgres = await startPostgres()
    proxy = await startProxy(`${postgres.folder}/.s.PGSQL.5432`)
  })

  beforeEach(async () => {
    database = await postgres.createDatabase()
    chainId++
  })

  afterEach(async () => {
    proxy.refuse(false)
    for (const store of opened) await close(store)
  })

  after(() => proxy.close())

  type Changes = Partial<OpenPostgresParameters> & { job?: WatchJob; isRejudged?: boolean }

  async function open({ job: own, isRejudged, ...changes }: Changes = {}): Promise<LoneStore> {
    const opening = openPostgres({ url: database, ...changes })
    const store = await openAlone(opening, own ?? { ...job, chainId }, isRejudged)
    opened.add(store)
    return store
  }

  async function close(store: LoneStore): Promise<void> {
    opened.delete(store)
    await store.close()
  }

  /** The same database, through the proxy. */
  function proxied(password = postgres.password): string {
    const [, name] = /\/(\w+)\?/.exec(database)!
    return `postgresql://watcher:${password}@127.0.0.1:${proxy.port}/${name}`
  }

  async function query<row>(text: string, values: unknown[] = []): Promise<row[]> {
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }

  async function storeDue(store: WatchStore): Promise<void> {
    await store.commitRange(createRange(100n, 119n, { fills: blocks.map((block) => createFill(block)) }))
    await store.confirm({ throughBlock: 119n, nowMs: 1 })
  }

  /** The end of a connection reaches the server a moment later. */
  async function eventually<value>(
    read: () => Promise<value>,
    isDone: (value: value) => boolean,
  ): Promise<value> {
    for (let i = 0; i < 200; i++) {
      const value = await read()
      if (isDone(value)) return value
      await sleep(10)
    }
    return read()
  }

  it('default: workers that start together create one database and share the fills', async () => {
    const url = await postgres.createDatabase()
    const stores = await Promise.all(blocks.slice(0, 4).map(() => open({ url })))
    await storeDue(stores[0]!)
    const lent = await Promise.all(stores.map((store) => store.take({ limit: 6, nowMs: 1 })))
    const hashes = lent.flat().map(({ fill }) => fill.transactionHash)
    expect(hashes).to.have.length(20)
    expect(new Set(hashes).size).to.equal(20)

    // Two that found the same contradiction, at the same time.
    const finding = createFinding(createFill(100n))
    await Promise.all(
      lent.flatMap((tasks, index) =>
        tasks.map(async (task) => {
          expect(await stores[index]!.settle(task, { ...ended, findings: [finding] })).to.equal(true)
        }),
      ),
    )
    const summary = await stores[3]!.summarize()
    expect(summary).to.deep.include({ checked: 20, waiting: 0, findings: { amountShort: 1 } })
  })

  it('behavior: one worker scans at a time, and another takes over when it ends', async () => {
    const [first, second] = [await open(), await open()]
    expect(await first.lock('scanner')).to.equal(true)
    expect(await second.lock('scanner')).to.equal(false)
    expect(await second.lock('sink:out')).to.equal(true)
    const other = await open({ job: { ...job, chainId: ++chainId } })
    expect(await other.lock('scanner'), 'another job').to.equal(true)
    await close(first)
    expect(await eventually(() => second.lock('scanner'), Boolean)).to.equal(true)
  })

  it('error: a worker with replaced options checks nothing more', async () => {
    const [old, other] = [await open(), { ...job, chainId, options: { ...job.options, solver: '0xb' } }]
    await storeDue(old)
    const [lent] = await old.take({ limit: 1, nowMs: 1 })
    const next = await open({ job: other, isRejudged: true })
    await next.confirm({ throughBlock: 119n, nowMs: 1 })
    expect(await old.settle(lent!, ended)).to.equal(false)
    expect(await thrown(() => old.take({ limit: 1, nowMs: 1 }))).to.include({
      name: 'WatchJobError',
      field: 'solver',
    })
    expect(await next.take({ limit: 50, nowMs: 1 })).to.have.length(20)
  })

  it("behavior: a worker's fills are released once its connection ends", async () => {
    const [dead, alive] = [await open({ url: proxied() }), await open()]
    await storeDue(dead)
    expect(await dead.lock('scanner')).to.equal(true)
    const lent = await dead.take({ limit: 5, nowMs: 1 })
    expect(await alive.take({ limit: 50, nowMs: 1 })).to.have.length(15)

    proxy.refuse(true)
    const again = await eventually(
      () => alive.take({ limit: 50, nowMs: 1 }),
      (tasks) => tasks.length > 0,
    )
    expect(again.map(({ fill }) => fill)).to.deep.equal(lent.map(({ fill }) => fill))
    expect(await alive.lock('scanner')).to.equal(true)

    // It was not dead after all, and comes too late.
    proxy.refuse(false)
    expect(await dead.settle(lent[0]!, { ...ended, findings: [createFinding(lent[0]!.fill)] })).to.equal(
      false,
    )
    expect(await dead.postpone(lent[1]!, { dueAtMs: 5, notes: null })).to.equal(false)
    expect(await dead.lock('scanner')).to.equal(false)
    for (const task of again) expect(await alive.settle(task, ended)).to.equal(true)
    expect((await alive.summarize()).findings).to.deep.equal({})
  })

  it('behavior: a worker that hangs loses its fills after 15 minutes', async () => {
    const [hung, alive] = [await open(), await open()]
    await storeDue(hung)
    const [lent] = await hung.take({ limit: 20, nowMs: 1 })
    expect(await alive.readNextDueMs(), 'all is lent').to.equal(null)
    expect(await alive.take({ limit: 20, nowMs: 900_000 })).to.deep.equal([])
    expect(await alive.take({ limit: 20, nowMs: 900_001 })).to.have.length(20)
    expect(await hung.settle(lent!, ended)).to.equal(false)
  })

  it('behavior: reopens a lost connection and does nothing twice', async () => {
    const store = await open({ url: proxied(), retryDelaysMs: [10, 20, 40] })
    proxy.cut()
    await store.commitRange(createRange(100n, 109n, { fills: [createFill(101n), createFill(102n)] }))
    expect(await store.readScannedTo()).to.equal(109n)

    // The answer to a commit is lost: it was done, although nobody was told.
    proxy.cutAt('COMMIT')
    await store.commitRange(createRange(110n, 119n, { fills: [createFill(111n)] }))
    expect(await store.readScannedTo()).to.equal(119n)
    await store.confirm({ throughBlock: 119n, nowMs: 1 })
    const [first, second, third] = await store.take({ limit: 10, nowMs: 1 })
    const findings = [createFinding(first!.fill)]
    proxy.cutAt('COMMIT')
    expect(await store.settle(first!, { ...ended, findings })).to.equal(true)
    expect(await store.settle(first!, { ...ended, findings })).to.equal(false)
    proxy.cutAt('COMMIT')
    expect(await store.postpone(second!, { dueAtMs: 50, notes: 'later' })).to.equal(true)
    expect(await store.settle(third!, ended)).to.equal(true)
    expect(await store.summarize()).to.deep.include({ checked: 2, waiting: 1, findings: { amountShort: 1 } })
    const [again] = await store.take({ limit: 10, nowMs: 50 })
    expect(again).to.deep.include({ attempts: 1, notes: 'later', fill: second!.fill })
  })

  it('error: a late worker whose connection broke overwrites nothing', async () => {
    const late = await open({ url: proxied(), retryDelaysMs: [10, 20, 40] })
    const other = await open()
    await late.commitRange(createRange(100n, 109n, { fills: [createFill(101n), createFill(102n)] }))
    await late.confirm({ throughBlock: 109n, nowMs: 1 })
    const [first, second] = await late.take({ limit: 2, nowMs: 1 })
    const again = await other.take({ limit: 2, nowMs: 900_001 })
    const settleLate = async () => {
      proxy.cut()
      expect(await late.settle(first!, ended)).to.equal(false)
      proxy.cut()
      expect(await late.postpone(second!, { dueAtMs: 5, notes: 'late' })).to.equal(false)
    }
    await settleLate()
    const unchecked = [{ reason: 'known' }]
    const findings = [createFinding(first!.fill)]
    expect(await other.settle(again[0]!, { requestId: null, findings, unchecked })).to.equal(true)
    expect(await other.postpone(again[1]!, { dueAtMs: 900_050, notes: 'kept' })).to.equal(true)
    await settleLate()
    expect(await other.summarize()).to.deep.include({
      checked: 1,
      waiting: 1,
      findings: { amountShort: 1 },
      unchecked: { known: 1 },
    })
    const [kept] = await other.take({ limit: 2, nowMs: 900_050 })
    expect(kept).to.deep.include({ notes: 'kept', attempts: 1 })
  })

  it('behavior: takes a lost lock again', async () => {
    const store = await open({ url: proxied(), retryDelaysMs: [10, 20, 40] })
    expect(await store.lock('scanner')).to.equal(true)
    proxy.cut()
    await store.readScannedTo()
    expect(await eventually(() => store.lock('scanner'), Boolean)).to.equal(true)
    const other = await open()
    expect(await other.lock('scanner')).to.equal(false)
  })

  it('error: a worker that lost a sink to another stops using it', async () => {
    const first = await open({ url: proxied(), retryDelaysMs: [10, 20, 40] })
    const fills = [createFill(101n), createFill(102n)]
    await first.commitRange(createRange(100n, 109n, { fills }))
    await first.confirm({ throughBlock: 109n, nowMs: 1 })
    const findings = fills.map((fill) => createFinding(fill))
    for (const [index, task] of (await first.take({ limit: 2, nowMs: 1 })).entries()) {
      await first.settle(task, { ...ended, findings: [findings[index]!] })
    }
    const [a, b] = findings.map(({ id }) => id)
    expect(await first.readSinkPlace('out')).to.deep.equal({ length: 0, lastId: null })
    proxy.cutAt('COMMIT')
    await first.markDelivered({ sink: 'out', ids: [a!], place: { length: 10, lastId: a! } })
    proxy.cut()
    const second = await open()
    expect(await second.readSinkPlace('out')).to.deep.equal({ length: 10, lastId: a })
    await second.markDelivered({ sink: 'out', ids: [b!], place: { length: 20, lastId: b! } })
    const error = await thrown(() =>
      first.markDelivered({ sink: 'out', ids: [b!], place: { length: 25, lastId: b! } }),
    )
    expect(error).to.include({ name: 'WatchSinkError', sink: 'out', found: 20, required: 10 })
    expect(await first.readSinkPlace('out')).to.deep.equal({ length: 20, lastId: b })
  })

  it('error: a database that stays unavailable ends the method and keeps the position', async () => {
    const store = await open({ url: proxied(), retryDelaysMs: [1, 1] })
    await store.commitRange(createRange(100n, 109n))
    proxy.refuse(true)
    const error = await thrown(() => store.commitRange(createRange(110n, 119n)))
    expect(error).to.include({ name: 'WatchStoreUnreachableError' })
    expect(error.database).to.match(/^PostgreSQL at 127\.0\.0\.1:\d+\/test_\d+$/)
    expect(error.message).not.to.contain(postgres.password)
    proxy.refuse(false)
    expect(await store.readScannedTo()).to.equal(109n)
    proxy.refuse(true)
    const atStart = await thrown(() => open({ url: proxied(), retryDelaysMs: [1] }))
    expect(atStart.name).to.equal('WatchStoreUnreachableError')
  })

  it('error: reports a permanent fault at once, without the password', async () => {
    const password = 'a-secret'
    const urls = [
      proxied(password),
      // The server repeats the name.
      proxied(password).replace('watcher', password),
      proxied().replace(/test_\d+$/, 'nowhere'),
      `postgresql://watcher:${password}@host:port/database`,
      `postgresql://watcher:123/${password}@host/database`,
    ]
    for (const url of urls) {
      const error = await thrown(() => open({ url, retryDelaysMs: [60_000] }))
      expect(error.name).to.equal('WatchStoreError')
      for (const secret of [password, postgres.password]) {
        expect(`${error.stack} ${JSON.stringify(error)} ${(error.cause as Error)?.stack}`).not.to.contain(
          secret,
        )
      }
    }
  })

  it('error: names the packages to install if they are missing', () => {
    const code = `
      import { registerHooks } from 'node:module'
      registerHooks({
        resolve(name, context, next) {
          if (name !== 'pg') return next(name, context)
          throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
        },
      })
      const { loadPostgres } = await import(${JSON.stringify(new URL('../../src/watch/postgres/loadPostgres.ts', import.meta.url).href)})
      await loadPostgres().catch((error) => console.log(error.name, error.shortMessage))`
    const args = ['--import', 'tsx', '--input-type=module', '--eval', code]
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stdout).to.contain('WatchStoreError').and.to.contain('npm install pg')
  })

  it('error: leaves tables of another version unchanged', async () => {
    const url = await postgres.createDatabase()
    await close(await open({ url }))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`COMMENT ON SCHEMA fillproof IS '1000'`)
    const error = await thrown(() => open({ url }))
    expect(error.name).to.equal('WatchStoreError')
    expect(error.message).to.contain('another version of fillproof')
    await client.query(`COMMENT ON SCHEMA fillproof IS '${schemaVersion}'`)
    await client.end()
    expect(await (await open({ url })).readScannedTo()).to.equal(99n)
  })

  it('behavior: an account that may use the tables does not need to create tables', async () => {
    const url = await postgres.createDatabase()
    await close(await open({ url }))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`CREATE ROLE guest_${chainId} LOGIN PASSWORD 'guest'`)
    await client.query(`GRANT USAGE ON SCHEMA fillproof TO guest_${chainId}`)
    await client.query(`GRANT ALL ON ALL TABLES IN SCHEMA fillproof TO guest_${chainId}`)
    await client.end()
    const store = await open({ url: url.replace(/\/\/[^@]*@/, `//guest_${chainId}:guest@`) })
    await storeDue(store)
    const tasks = await store.take({ limit: 50, nowMs: 1 })
    expect(await store.settle(tasks[19]!, ended)).to.equal(true)
  })

  it('behavior: another application with tables of these names shares the database', async () => {
    const url = await postgres.createDatabase()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('CREATE TABLE fills (theirs text); CREATE TABLE job (theirs text)')
    const store = await open({ url })
    await storeDue(store)
    expect(await store.take({ limit: 50, nowMs: 1 })).to.have.length(20)
    expect((await client.query('SELECT * FROM fills')).rows).to.deep.equal([])
    await client.end()
  })

  it('behavior: only a fill whose check continues stays lent', async () => {
    const store = await open()
    await storeDue(store)
    const tasks = await store.take({ limit: 10, nowMs: 1 })
    for (const task of tasks.slice(0, 4)) await store.settle(task, ended)
    await store.postpone(tasks[4]!, { dueAtMs: 99, notes: null })
    await store.rewind({ toBlock: 105n })
    const lent = await query<{ block_number: string }>(
      `SELECT block_number FROM fillproof.fills WHERE worker IS NOT NULL`,
    )
    expect(lent).to.deep.equal([{ block_number: '105' }])
  })
})
