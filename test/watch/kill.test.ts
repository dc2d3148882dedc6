import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Finding, WatchSummary } from '../../src/watch/types.js'
import { type RunningCli, startCli } from '../cli/helpers.js'
import { buildCli, removeCli } from '../support/buildCli.js'
import { count } from '../support/deep.js'
import { type Folder, makeFolder } from '../support/makeFolder.js'
import { startPostgres } from '../support/startPostgres.js'
import { faults, startFaultyProxy } from './faultyProxy.js'
import { type ManyFills, startManyFills } from './manyFills.js'

const seed = 'fillproof'
const kills = count({ normal: 2, deep: 50 })
const badDay = count({
  normal: { phaseMs: 1_500, blocks: 6, kills: 2 },
  deep: { phaseMs: 10_000, blocks: 25, kills: 8 },
})

/** The same numbers in every run: from 0 up to a limit. */
function createRandom(name: string): (below: number) => number {
  let turn = 0
  return (below) => {
    const hash = createHash('sha256').update(`${seed}/${name}/${turn++}`).digest()
    return hash.readUIntBE(0, 6) % below
  }
}

const databases: Record<string, (path: string) => Promise<string>> = {
  SQLite: async (path) => `${path}.sqlite`,
  PostgreSQL: async () => (await startPostgres()).createDatabase(),
}

describe('watch, in processes that are killed', function () {
  this.timeout(60_000 + kills * 10_000)
  let fills: ManyFills
  let program: string
  let folder: Folder
  const runs = new Map<string, Promise<void>>()

  before(async () => {
    ;[fills, program] = await Promise.all([startManyFills(), buildCli(), startPostgres()])
    folder = await makeFolder()
    // Both at once: each waits for its own most of the time.
    for (const name of Object.keys(databases)) {
      const run = killAndResume(name)
      run.catch(() => {})
      runs.set(name, run)
    }
  })

  after(async () => {
    await Promise.allSettled(runs.values())
    await fills.close()
    await removeCli()
    await folder.remove()
  })

  const start = (args: readonly string[]): RunningCli => startCli(['watch', ...args], {}, 'ignore', [program])

  async function readFindings(path: string): Promise<Finding[]> {
    return readLines(await readFile(path, 'utf8'))
  }

  function readLines<value>(text: string): value[] {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as value)
  }

  function expectAllOnce(findings: readonly Finding[], stdout: string, of = fills): void {
    expect(findings.map(({ requestId }) => requestId).sort()).to.deep.equal([...of.unknown].sort())
    const summary = readLines<WatchSummary>(stdout).at(-1)
    expect(summary).to.deep.include({
      fills: of.total,
      checked: of.total,
      waiting: 0,
      returned: 0,
      findings: { attestationMissing: of.unknown.length },
    })
  }

  async function killAndResume(name: string): Promise<void> {
    const random = createRandom(name)
    let killed = 0
    for (let round = 0; killed < kills; round++) {
      const path = folder.path(`${name}-${round}`)
      const database = await databases[name]!(path)
      const connection = fills.connect()
      while (true) {
        const { child, ended } = start([...connection.options, '--db', database, '--out', path])
        // Somewhere in its work, and not at a time, so that it does not matter how fast this machine is.
        let requests = 1 + random(100)
        const delayMs = random(20)
        connection.onRequest = () => {
          if (--requests === 0 && killed < kills) sleep(delayMs).then(() => child.kill('SIGKILL'))
        }
        const { status, stdout, stderr } = await ended
        if (status !== null) {
          expect(status, stderr).to.equal(1)
          expectAllOnce(await readFindings(path), stdout)
          break
        }
        killed++
      }
    }
  }

  for (const name of Object.keys(databases)) {
    it(`behavior: reports each contradiction once over ${kills} kills and resumptions: ${name}`, async () => {
      await runs.get(name)
    })
  }

  /** Fills happen while neighbors fail in every way, and the command is killed and started again. */
  async function killOnBadDay(name: string): Promise<void> {
    const more = await startManyFills(1)
    const connection = more.connect()
    const [target] = connection.options.filter((option) => /^http.*[^c]$/.test(option))
    const proxy = await startFaultyProxy(target!)
    const path = folder.path(`${name}-bad-day`)
    const options = connection.options.map((option) => option.replace(target!, proxy.url))
    const until = options.indexOf('latest')
    options[until] = String(badDay.blocks)
    const args = [...options, '--db', await databases[name]!(path), '--out', path]
    let current = start(args)

    async function failInTurn(): Promise<void> {
      const phases = Object.entries(faults)
      const random = createRandom(`${name} bad day`)
      const share = (all: number, index: number) => Math.floor((all * (index + 1)) / phases.length)
      let killed = 0
      for (const [index, [fault, respond]] of phases.entries()) {
        await sleep(random(300))
        proxy.begin(respond)
        const begun = Date.now()
        while (more.total / 4 < share(badDay.blocks, index)) await more.add()
        for (; killed < share(badDay.kills, index); killed++) {
          await sleep(random(badDay.phaseMs / 4))
          current.child.kill('SIGKILL')
          expect((await current.ended).status, fault).to.equal(null)
          current = start(args)
        }
        await sleep(begun + badDay.phaseMs - Date.now())
        const waiting = proxy.asked.filter((at) => at > begun + 1_000)
        const most = 3 * Math.ceil(badDay.phaseMs / 1_000 - 1)
        expect(waiting.length, fault).to.be.at.most(most)
        proxy.begin()
      }
    }
    try {
      await failInTurn()
      const { status, stdout, stderr } = await current.ended
      expect(status, stderr).to.equal(1)
      expectAllOnce(await readFindings(path), stdout, more)
    } finally {
      current.child.kill('SIGKILL')
      await proxy.close()
      await more.close()
    }
  }

  for (const name of Object.keys(databases)) {
    it(`behavior: the same while node, service and database fail in turn: ${name}`, async () => {
      await killOnBadDay(name)
    })
  }

  it('behavior: several workers share a job: each fill is checked once, each contradiction reported once', async () => {
    const path = folder.path('shared')
    const { options, statuses } = fills.connect()
    const args = [...options, '--db', await (await startPostgres()).createDatabase(), '--out', path]
    const ends = await Promise.all([1, 2, 3].map(() => start(args).ended))
    for (const { status, stderr } of ends) expect(status, stderr).to.equal(1)
    const findings = await readFindings(path)
    expectAllOnce(findings, ends[0]!.stdout)
    const printed = ends.flatMap(({ stdout }) =>
      readLines<Finding>(stdout).filter(({ id }) => id !== undefined),
    )
    expect(printed.map(({ id }) => id).sort()).to.deep.equal(findings.map(({ id }) => id).sort())
    expect(statuses.size).to.equal(fills.total - fills.unknown.length)
    expect(new Set(statuses.values())).to.deep.equal(new Set([1]))
  })

  it('behavior: another worker continues after one was killed', async () => {
    const path = folder.path('survived')
    const connection = fills.connect()
    const args = [
      ...connection.options,
      '--db',
      await (await startPostgres()).createDatabase(),
      '--out',
      path,
    ]
    const first = start(args)
    // It scans, checks and writes alone at first.
    let requests = 0
    await new Promise<void>((resolve) => {
      connection.onRequest = () => {
        if (++requests === 60) resolve()
      }
    })
    const other = start(args)
    await new Promise<void>((resolve) => {
      connection.onRequest = () => {
        if (++requests === 75) resolve()
      }
    })
    first.child.kill('SIGKILL')
    const { status, stdout, stderr } = await other.ended
    expect(status, stderr).to.equal(1)
    expect((await first.ended).status).to.equal(null)
    expectAllOnce(await readFindings(path), stdout)
  })

  it('error: a refusing database ends the command with status 2, without showing the password', async () => {
    const database = await (await startPostgres()).createDatabase()
    const args = [...fills.connect().options, '--db', database.replace(/watcher:\w+/, 'watcher:a-secret')]
    const { status, stdout, stderr } = await start(args).ended
    expect(status).to.equal(2)
    expect(stdout).to.equal('')
    expect(stderr).to.contain('the database refuses').and.not.to.contain('a-secret')
  })
})
