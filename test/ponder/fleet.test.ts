import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Finding } from '../../src/watch/types.js'
import { runCli } from '../cli/helpers.js'
import { setUpFolder } from '../support/makeFolder.js'
import { startPostgres } from '../support/startPostgres.js'
import { type FakeFleet, type FakeFleetParameters, startFakeFleet } from '../watch/fakeFleet.js'
import { readLines } from '../watch/support.js'
import { type Indexer, receiversOf, startIndexer } from './support.js'

describe('the history of many fills', function () {
  this.timeout(300_000)
  const folder = setUpFolder()
  let fleet: FakeFleet
  let indexer: Indexer
  afterEach(async () => {
    await indexer?.end('SIGKILL')
    await fleet.close()
  })

  const startFleet = async (parameters: FakeFleetParameters) => {
    fleet = await startFakeFleet({ shortEvery: 3, blooms: true, ...parameters })
    fleet.head = parameters.blocks
  }
  const start = async (name: string, env?: Record<string, string>) => {
    indexer = await startIndexer(folder.path(name), receiversOf(fleet), env)
  }
  async function read() {
    const heads = Object.fromEntries(fleet.jobs.chains.map(({ id }) => [id, BigInt(fleet.head!)]))
    const findings = await indexer.readFindings(heads)
    const { fills } = await indexer.query<{ fills: { totalCount: number } }>('{ fills { totalCount } }')
    return { ids: findings.map(({ id }) => id), fills: fills.totalCount }
  }

  it('default: has the findings of `watch` for 100 receivers on 20 chains', async () => {
    const size = { chains: 20, receivers: 5, blocks: 6, shortEvery: 3 }
    fleet = await startFakeFleet(size)
    const out = folder.path('watch.ndjson')
    fleet.jobs.defaults.out = out
    const options = ['--profile', 'mock', '--db', folder.path('watch.sqlite')]
    const { status, stderr } = await runCli(['watch', '--jobs', await folder.write(fleet.jobs), ...options])
    expect(status, stderr).to.equal(1)
    await fleet.close()
    const watched = readLines(await readFile(out, 'utf8')) as Finding[]
    const ofChain = watched.filter(({ kind }) => kind !== 'attestationMissing')
    expect(ofChain).to.have.length(fleet.fills / 3)
    await startFleet(size)
    await start('fleet')
    const { ids, fills } = await read()
    expect(fills).to.equal(fleet.fills)
    expect(ids).to.have.members(ofChain.map(({ id }) => id))
  })

  for (const database of ['PGlite', 'PostgreSQL']) {
    it(`behavior: is killed in old blocks and then in new ones, and has everything once, in ${database}`, async () => {
      const env: Record<string, string> =
        database === 'PGlite' ? {} : { DATABASE_URL: await (await startPostgres()).createDatabase() }
      // Ponder counts the last 30 as new.
      await startFleet({ chains: 1, receivers: 2, blocks: 99 })
      fleet.head = 90
      for (const [method, count] of [
        ['eth_getBlockByNumber', 20],
        ['eth_getTransactionReceipt', 1],
        ['eth_getTransactionReceipt', 60],
      ] as const) {
        fleet.asked.clear()
        const isThere = new Promise<void>((resolve) => {
          fleet.onRequest = () => {
            const asked = [...fleet.asked.values()].flat().filter((one) => one.method === method)
            if (asked.length >= count) resolve()
          }
        })
        await start(database, env)
        const isOver = read().then(() => expect.fail(`all was indexed before ${count} ${method}`))
        await Promise.race([isThere, isOver])
        await indexer.end('SIGKILL')
      }
      await start(database, env)
      expect((await read()).fills).to.equal(180)
      await indexer.end('SIGKILL')
      fleet.head = 99
      await start(database, env)
      const { ids, fills } = await read()
      expect(fills).to.equal(fleet.fills)
      expect(new Set(ids).size).to.equal(fleet.fills / 3)
      expect(ids).to.have.length(fleet.fills / 3)
    })
  }
})
