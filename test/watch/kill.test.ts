import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Finding } from '../../src/watch/types.js'
import { startCli } from '../cli/helpers.js'
import { count } from '../support/deep.js'
import { startPostgres } from '../support/startPostgres.js'
import { type ManyFills, startManyFills } from './manyFills.js'

const seed = 'fillproof'
const kills = count({ normal: 2, deep: 50 })

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

describe('watch, killed and started again', () => {
  let fills: ManyFills
  let folder: string

  before(async () => {
    fills = await startManyFills()
  })

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fillproof-'))
  })

  afterEach(() => rm(folder, { recursive: true }))

  after(() => fills.close())

  const readFindings = async (path: string) =>
    (await readFile(path, 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Finding)

  async function expectAllOnce(out: string, summary: string): Promise<void> {
    const findings = await readFindings(out)
    expect(findings.map(({ requestId }) => requestId)).to.have.members([...fills.unknown])
    expect(new Set(findings.map(({ id }) => id)).size).to.equal(fills.unknown.length)
    expect(JSON.parse(summary)).to.deep.include({
      fills: fills.total,
      checked: fills.total,
      waiting: 0,
      findings: { attestationMissing: fills.unknown.length },
    })
  }

  for (const [name, createDatabase] of Object.entries(databases)) {
    it(`behavior: tells each contradiction once, ${kills} times killed: ${name}`, async function () {
      this.timeout(60_000 + kills * 10_000)
      const random = createRandom(name)
      let killed = 0
      for (let round = 0; killed < kills; round++) {
        const out = join(folder, `out-${round}`)
        const args = [
          'watch',
          ...fills.options,
          '--db',
          await createDatabase(join(folder, `watch-${round}`)),
          '--out',
          out,
        ]
        while (true) {
          const { child, ended } = startCli(args)
          // Somewhere in its work, and not at a time, so that it does not matter how fast this machine is.
          let requests = 1 + random(200)
          const delayMs = random(20)
          fills.listen(() => {
            if (--requests === 0 && killed < kills) sleep(delayMs).then(() => child.kill('SIGKILL'))
          })
          const { status, stdout, stderr } = await ended
          if (status !== null) {
            expect(status, stderr).to.equal(1)
            await expectAllOnce(out, stdout.trimEnd().split('\n').at(-1)!)
            break
          }
          killed++
        }
      }
    })
  }
})
