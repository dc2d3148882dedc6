import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import parsePrometheus from 'parse-prometheus-text-format'
import type { Finding, WatchSummary } from '../../src/watch/types.js'
import { callCommand } from '../cli/callCommand.js'
import { findFreePort, startCli } from '../cli/helpers.js'
import { buildCli, removeCli } from '../support/buildCli.js'
import { count } from '../support/deep.js'
import { answer, hang } from '../support/httpServer.js'
import { type Folder, makeFolder } from '../support/makeFolder.js'
import { startPostgres } from '../support/startPostgres.js'
import { type FakeFleet, type FakeFleetParameters, startFakeFleet } from './fakeFleet.js'
import { faults } from './faultyProxy.js'

const size = count({
  normal: { chains: 4, receivers: 3, blocks: 8, kills: 2 },
  deep: { chains: 20, receivers: 5, blocks: 20, kills: 30 },
})

type Sample = { value: string; labels?: Record<string, string> }

describe('watch --jobs', function () {
  this.timeout(60_000 + size.kills * 20_000)
  let program: string
  let folder: Folder
  let fleet: FakeFleet | undefined
  before(async () => {
    ;[program, folder] = await Promise.all([buildCli(), makeFolder()])
  })
  afterEach(async () => {
    await fleet?.close()
    fleet = undefined
  })
  after(async () => {
    await removeCli()
    await folder.remove()
  })

  let files = 0
  /** Starts a fleet, and returns how to start the command for it. */
  async function prepare(parameters: FakeFleetParameters, defaults: Record<string, unknown> = {}) {
    const made = await startFakeFleet(parameters)
    fleet = made
    const name = `${++files}`
    const path = folder.path(`${name}.json`)
    const out = folder.path(`${name}.ndjson`)
    Object.assign(made.jobs.defaults, { out }, defaults)
    const write = () => writeFile(path, JSON.stringify(made.jobs))
    await write()
    const start = (...args: string[]) => {
      const database = args.includes('--db') ? [] : ['--db', folder.path(`${name}.sqlite`)]
      const all = ['watch', '--jobs', path, '--profile', 'mock', '--json', ...database, ...args]
      return startCli(all, {}, 'ignore', [program])
    }
    const readFound = async () => (await readLines<Finding>(out)).map(({ requestId }) => requestId)
    return { fleet: made, start, write, readFound, path, out }
  }

  async function readLines<value>(path: string): Promise<value[]> {
    const text = await readFile(path, 'utf8')
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as value]))
  }

  function expectAllOnce(found: readonly unknown[], { planted }: FakeFleet): void {
    expect([...found].sort()).to.deep.equal([...planted].sort())
  }

  /** Reads one metric, by the labels that are named. */
  async function readMetric(url: string, name: string): Promise<Sample[]> {
    const text = await (await fetch(`${url}/metrics`)).text()
    const family = parsePrometheus(text).find((one) => one.name === `fillproof_watch_${name}`)
    return (family?.metrics ?? []) as Sample[]
  }

  it('default: watches many receivers on many chains, with each contradiction once in one file', async () => {
    const { fleet, start, readFound } = await prepare({ chains: 3, receivers: 3, blocks: 10 })
    const { status, stdout, stderr } = await start().ended
    expect(status, stderr).to.equal(1)
    expectAllOnce(await readFound(), fleet)
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const printed = lines.filter(({ id }) => id !== undefined) as Finding[]
    expectAllOnce(
      printed.map(({ requestId }) => requestId),
      fleet,
    )
    const summaries = lines.filter(({ id }) => id === undefined) as (WatchSummary & { chainId: number })[]
    expect(summaries.map(({ chainId, fills, checked }) => [chainId, fills, checked])).to.deep.equal(
      [1000, 1001, 1002].flatMap((id) => [id, id, id].map((id) => [id, 10, 10])),
    )
    const place = new Set(printed.map(({ chainId, receiver }) => `${chainId} ${receiver}`))
    expect(place.size).to.be.above(3)
  })

  it('behavior: requests a head, a range and a block once for all receivers of a chain', async () => {
    const { fleet, start } = await prepare({ chains: 1, receivers: 6, blocks: 80, every: 4 })
    expect((await start().ended).status).to.equal(1)
    const asked = fleet.asked.get(0)!
    const ranges = asked
      .filter(({ method }) => method === 'eth_getLogs')
      .map(({ params }) => params[0] as { address: string[]; blockHash?: string })
    for (const { address } of ranges) expect(address).to.have.length(6)
    // The old blocks are a range, whose ends are asked for once more, and each of the newest 64 is asked for by its hash.
    expect(ranges.filter(({ blockHash }) => !blockHash)).to.have.length(3)
    expect(new Set(ranges.map(({ blockHash }) => blockHash)).size).to.equal(64 + 1)
    expect(ranges).to.have.length(64 + 3)
    const blocks = asked
      .filter(({ method }) => method === 'eth_getBlockByHash')
      .map(({ params }) => params[0])
    expect(new Set(blocks).size).to.equal(blocks.length)
  })

  it('behavior: a job that joins later catches up and continues with the others', async () => {
    const { fleet, start, write, readFound } = await prepare({ chains: 1, receivers: 3, blocks: 20 })
    const [chain] = fleet.jobs.chains
    const jobs = chain!.jobs
    chain!.jobs = jobs.slice(0, 2)
    fleet.jobs.defaults.untilBlock = 10
    await write()
    expect((await start().ended).status).to.equal(1)
    chain!.jobs = jobs
    fleet.jobs.defaults.untilBlock = 20
    await write()
    expect((await start().ended).status).to.equal(1)
    expectAllOnce(await readFound(), fleet)
    const ranges = fleet.asked.get(0)!.flatMap(({ method, params }) => {
      if (method !== 'eth_getLogs') return []
      const { blockHash, address } = params[0] as { blockHash: string; address: [] }
      return [[Number((BigInt(blockHash) >> 16n) & 0xffffffffn), address.length]]
    })
    // The third alone up to the place of the others at least, and each block once for each receiver.
    const blocksOf = (receivers: number) =>
      ranges
        .flatMap(([block, count]) => (count === receivers ? [block!] : []))
        .sort((one, other) => one - other)
    const upTo = (block: number) => Array.from({ length: block + 1 }, (_, number) => number)
    expect(blocksOf(1)).to.include.members(upTo(10))
    for (const pair of [blocksOf(1), blocksOf(2)])
      expect([...pair, ...blocksOf(3)].sort((one, other) => one - other)).to.deep.equal(upTo(20))
  })

  it(`behavior: loses and repeats nothing after ${size.kills} kills, while a tenth of the chains fails`, async () => {
    const perSecond = 40
    const { fleet, start, readFound, write } = await prepare(size)
    for (const chain of fleet.jobs.chains) Object.assign(chain, { perSecond })
    await write()
    const bad = Array.from({ length: Math.ceil(size.chains / 10) }, (_, chain) => chain)
    const kinds = Object.values(faults)
    for (let killed = 0; killed < size.kills; killed++) {
      for (const chain of bad) fleet.setFault(chain, kinds[(killed + chain) % kinds.length])
      const { child, ended } = start()
      let requests = 60 + ((killed * 97) % 400)
      fleet.onRequest = () => {
        if (--requests === 0) child.kill('SIGKILL')
      }
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
      const { status } = await ended
      clearTimeout(late)
      expect(status).to.equal(null)
    }
    fleet.onRequest = () => {}
    for (const chain of bad) fleet.setFault(chain, undefined)
    const { status, stderr } = await start().ended
    expect(status, stderr).to.equal(1)
    expectAllOnce(await readFound(), fleet)
    for (const requests of fleet.asked.values()) {
      const times = requests.map(({ at }) => at)
      const most = times.map((from, index) => {
        let end = index
        while (end < times.length && times[end]! < from + 5000) end++
        return end - index
      })
      // In five seconds, as requests that were sent one by one may arrive together.
      expect(Math.max(...most)).to.be.at.most(5.25 * perSecond)
    }
  })

  it('behavior: several workers share the jobs: PostgreSQL', async () => {
    const { fleet, start, readFound } = await prepare({ chains: 3, receivers: 2, blocks: 12 })
    const db = await (await startPostgres()).createDatabase()
    const ends = await Promise.all([1, 2, 3].map(() => start('--db', db).ended))
    for (const { status, stderr } of ends) expect(status, stderr).to.equal(1)
    expectAllOnce(await readFound(), fleet)
    const printed = ends.flatMap(({ stdout }) =>
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Finding)
        .filter(({ id }) => id !== undefined),
    )
    expectAllOnce(
      printed.map(({ requestId }) => requestId),
      fleet,
    )
  })

  it('behavior: a dead endpoint does not slow other chains, and /ready and the lag identify it', async () => {
    const { fleet, start } = await prepare(
      { chains: 3, receivers: 2, blocks: 1_000_000, every: 50, blockMs: 200 },
      { untilBlock: undefined, maxLag: 4 },
    )
    const url = `http://127.0.0.1:${await findFreePort()}`
    const { child, ended, told } = start('--listen', url.slice(7))
    try {
      await told('Serving')
      expect((await fetch(`${url}/health`)).status).to.equal(200)
      await until(async () => (await fetch(`${url}/ready`)).status === 200)
      fleet.setFault(0, hang)
      const lags: number[] = []
      await until(async () => {
        const samples = await readMetric(url, 'lag_seconds')
        const healthy = samples.filter(({ labels }) => labels!.chain !== '1000')
        lags.push(...healthy.map(({ value }) => Number(value)))
        return (await fetch(`${url}/ready`)).status === 503
      })
      // Times of blocks are whole seconds.
      expect(Math.max(...lags)).to.be.below(4)
      const { ready, late } = (await (await fetch(`${url}/ready`)).json()) as {
        ready: boolean
        late: { chainId: number; receiver: string }[]
      }
      expect(ready).to.equal(false)
      expect(new Set(late.map(({ chainId }) => chainId))).to.deep.equal(new Set([1000]))
      expect(late).to.have.length(2)
      fleet.setFault(0, undefined)
      await until(async () => (await fetch(`${url}/ready`)).status === 200)
    } finally {
      child.kill('SIGTERM')
      expect((await ended).status).to.be.oneOf([0, 1])
    }
  })

  it('behavior: uses the next endpoint if the first is silent, fails or lags', async () => {
    const { fleet, start, readFound, write } = await prepare({ chains: 2, receivers: 2, blocks: 10 })
    const [first, second] = fleet.jobs.chains
    // The second chain's nodes are of another chain, and not taken.
    first!.rpcUrl = [`${first!.rpcUrl}`.replace('/0', '/1'), 'http://127.0.0.1:1', `${first!.rpcUrl}`]
    await write()
    const { status, stderr } = await start().ended
    expect(status, stderr).to.equal(1)
    expect(stderr).to.include('It is chain 1001, not 1000.')
    expectAllOnce(await readFound(), fleet)
    expect(second!.id).to.equal(1001)
  })

  it('behavior: a chain dead from the start ends a bounded run with 3, and all others are checked', async () => {
    const { fleet, start } = await prepare({ chains: 3, receivers: 2, blocks: 10 }, { patience: 6 })
    fleet.setFault(0, hang)
    const { status, stdout, stderr } = await start().ended
    expect(status).to.equal(3)
    expect(stderr).to.match(/error: 0x\w+ on chain 1000: no block was read, of 1 to 10\./)
    const checked = stdout
      .trim()
      .split('\n')
      .slice(-6)
      .map((line) => JSON.parse(line).checked)
    expect(checked).to.deep.equal([0, 0, 10, 10, 10, 10])
  })

  it('behavior: one file gets the findings of several jobs, however its path is written', async () => {
    const { fleet, start, write, readFound, out } = await prepare({ chains: 1, receivers: 3, blocks: 20 })
    const [, second, third] = fleet.jobs.chains[0]!.jobs
    Object.assign(second!, { out: `${dirname(out)}/../${basename(dirname(out))}/${basename(out)}` })
    Object.assign(third!, { out: `${dirname(out)}/./${basename(out)}` })
    await write()
    const { status, stderr } = await start().ended
    expect(status, stderr).to.equal(1)
    expectAllOnce(await readFound(), fleet)
  })

  it('behavior: every counter counts its cause, and a scrape sends no chain requests', async () => {
    const { fleet, start, write } = await prepare(
      { chains: 1, receivers: 2, blocks: 10, returns: true },
      { untilBlock: undefined },
    )
    Object.assign(fleet.jobs.defaults, { webhook: fleet.webhook })
    fleet.webhookFails = true
    await write()
    const url = `http://127.0.0.1:${await findFreePort()}`
    const { child, ended, told } = start('--listen', url.slice(7))
    try {
      await told('Serving')
      const sum = async (name: string) =>
        (await readMetric(url, name)).reduce((total, { value }) => total + Number(value), 0)
      await until(async () => (await sum('checked')) === fleet.fills)
      expect(await sum('fills')).to.equal(fleet.fills)
      expect(await sum('waiting')).to.equal(0)
      expect(await sum('returned')).to.equal(1)
      expect(await sum('lag_blocks')).to.equal(0)
      expect(await readMetric(url, 'findings')).to.have.length(1)
      expect(await sum('findings')).to.equal(fleet.planted.length)
      expect(await sum('unchecked')).to.be.above(0)
      await until(async () => (await sum('deliveries_total')) === 2 * fleet.planted.length)
      await until(async () => (await sum('delivery_faults_total')) > 0)
      fleet.webhookFails = false
      await until(async () => (await sum('deliveries_total')) === 3 * fleet.planted.length)
      expect(await sum('faults_total')).to.equal(0)
      expect(await sum('requests_total')).to.be.at.least(fleet.asked.get(0)!.length)

      // Between two looks at the chain there are fifty scrapes.
      const before = fleet.asked.get(0)!.length
      const from = Date.now()
      await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/metrics`).then((one) => one.text())))
      const looks = Math.ceil((Date.now() - from) / 200) + 1
      expect(fleet.asked.get(0)!.length - before).to.be.at.most(3 * looks)

      fleet.setFault(0, answer(502, 'Bad gateway'))
      await until(async () => (await sum('faults_total')) > 0)
      for (const [method, path, status] of [
        ['POST', '/metrics', 405],
        ['GET', '/other', 404],
      ] as const) {
        expect((await fetch(`${url}${path}`, { method })).status).to.equal(status)
      }
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  })

  it('behavior: SIGHUP reads the jobs again; an invalid file changes nothing', async () => {
    const { fleet, start, write, path, readFound } = await prepare(
      { chains: 2, receivers: 2, blocks: 10 },
      { untilBlock: undefined },
    )
    const all = fleet.jobs.chains
    fleet.jobs.chains = all.slice(0, 1)
    await write()
    const { child, ended, told } = start()
    const half = fleet.planted.length / 2
    await until(async () => (await readFound().catch(() => [])).length === half)
    await writeFile(
      path,
      JSON.stringify({ ...fleet.jobs, chains: [{ ...all[0], jobs: [{ receiver: '0x12' }] }] }),
    )
    child.kill('SIGHUP')
    await told('The jobs stay as they are. chains.0.jobs.0.receiver must be an address')
    await writeFile(path, JSON.stringify({ ...fleet.jobs, defaults: { ...fleet.jobs.defaults, out: path } }))
    child.kill('SIGHUP')
    await told(`The jobs stay as they are. The file of findings ${path} holds other content.`)
    fleet.jobs.chains = all
    await write()
    child.kill('SIGHUP')
    await told('The file of jobs was read again.')
    await until(async () => (await readFound()).length === fleet.planted.length)
    child.kill('SIGTERM')
    const { status, stdout } = await ended
    expect(status).to.equal(1)
    expectAllOnce(await readFound(), fleet)
    expect(
      stdout
        .trim()
        .split('\n')
        .slice(-4)
        .map((line) => JSON.parse(line).fills),
    ).to.deep.equal([10, 10, 10, 10])
  })

  it('error: names each fault of the file by its path, before any request', async () => {
    const { fleet, path } = await prepare({ chains: 1, receivers: 1, blocks: 1 })
    const args = ['watch', '--jobs', path, '--profile', 'mock', '--db', folder.path('none.sqlite')]
    const [chain] = fleet.jobs.chains
    const job = chain!.jobs[0]!
    const wrong: [unknown, string][] = [
      [[], 'the file must be an object'],
      [{ chains: [] }, 'chains must be a list with one or more entries'],
      [{ chains: [{ ...chain, id: '1' }] }, 'chains.0.id must be a whole number'],
      [{ ...fleet.jobs, chains: [{ ...chain, rpcUrl: 'ws://x' }] }, 'chains.0.rpcUrl must be a URL'],
      [{ chains: [{ ...chain, jobs: [{ ...job, grace: '1' }] }] }, 'chains.0.jobs.0.grace must be a number'],
      [{ chains: [{ ...chain, jobs: [{ ...job, color: 1 }] }] }, 'chains.0.jobs.0 has no field color'],
      [{ chains: [{ ...chain, jobs: [job] }] }, 'chains.0.jobs.0.fromBlock is required'],
      [
        { defaults: { ...fleet.jobs.defaults, grace: -1 }, chains: [chain] },
        'defaults.grace must be seconds',
      ],
      [
        { ...fleet.jobs, chains: [{ ...chain, jobs: [job, job] }] },
        'chains.0.jobs.1.receiver is the same as in chains.0.jobs.0',
      ],
      [
        { ...fleet.jobs, chains: [chain, chain] },
        'chains.1.jobs.0.receiver is the same as in chains.0.jobs.0',
      ],
      [{ ...fleet.jobs, chains: [{ ...chain, perSecond: 0 }] }, 'chains.0.perSecond must be above 0'],
    ]
    for (const [fields, message] of wrong) {
      await writeFile(path, JSON.stringify(fields))
      const { status, stderr } = await callCommand(args)
      expect(stderr).to.include(message)
      expect(status, message).to.equal(2)
    }
    const both = await callCommand([...args, '--receiver', job.receiver])
    expect(both.stderr).to.include('--receiver belongs in the file of --jobs')
    expect(both.status).to.equal(2)
    expect(fleet.asked.size).to.equal(0)
  })
})

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await isTrue()) return
    await sleep(50)
  }
  expect.fail('It never came to it.')
}
