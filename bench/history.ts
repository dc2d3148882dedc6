/**
 * Prints the time, the memory and the requests that `watch` and the history of `fillproof init ponder` take to catch up with the
 * same fills.
 *
 * Run: `node --import tsx bench/history.ts PROJECT [--fills 1000,100000] [--chains 20] [--receivers 5] [--blocks 40]`, where
 * PROJECT is the installed example. The nodes and the service are this script's; times are of the machine it shares with them.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { startCli } from '../test/cli/helpers.js'
import { buildCli, removeCli } from '../test/support/buildCli.js'
import { makeFolder } from '../test/support/makeFolder.js'
import { type FakeFleet, startFakeFleet } from '../test/watch/fakeFleet.js'
import { pollUsage } from './pollUsage.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fills: { type: 'string', default: '1000,100000' },
    chains: { type: 'string', default: '20' },
    receivers: { type: 'string', default: '5' },
    blocks: { type: 'string', default: '40' },
  },
})
process.env.PONDER_PROJECT = positionals[0] ?? ''
const { startIndexer } = await import('../test/ponder/support.js')

const [program, folder] = await Promise.all([buildCli(), makeFolder()])
let runs = 0
try {
  for (const fills of values.fills.split(',')) await compare(1, 1, Number(fills))
  if (values.chains !== '0') {
    await compare(Number(values.chains), Number(values.receivers), Number(values.blocks))
  }
} finally {
  await removeCli()
  await folder.remove()
}

async function compare(chains: number, receivers: number, blocks: number): Promise<void> {
  for (const [name, run] of Object.entries({ watch: runWatch, history: runHistory })) {
    const fleet = await startFakeFleet({
      ...{ chains, receivers, blocks, plantedEvery: 100, blooms: name === 'history' },
    })
    let requests = 0
    fleet.onRequest = () => {
      requests += 1
      // It would keep them all.
      for (const asked of fleet.asked.values()) asked.length = 0
    }
    const path = folder.path(`${name}-${runs++}`)
    await mkdir(path)
    const begun = performance.now()
    const { cpuSeconds, memoryMb } = await run(fleet, path, blocks)
    const seconds = (performance.now() - begun) / 1000
    const figures = { fills: fleet.fills, seconds, cpuSeconds, memoryMb, requests }
    const words = Object.entries(figures).map(([what, figure]) => `${what} ${Math.round(figure)}`)
    console.log(`${name}, ${chains * receivers} receivers on ${chains} chains: ${words.join(', ')}`)
    await fleet.close()
  }
}

async function runWatch(fleet: FakeFleet, path: string) {
  await writeFile(`${path}/jobs.json`, JSON.stringify(fleet.jobs))
  const args = ['watch', '--jobs', `${path}/jobs.json`, '--db', `${path}/db.sqlite`, '--profile', 'mock']
  const { child, ended } = startCli(args, {}, 'ignore', [program])
  const usage = await pollUsage(child.pid!, ended)
  const { status, stderr } = await ended
  if (status !== 0 && status !== 1) throw new Error(`watch ended with ${status}: ${stderr}`)
  return usage
}

async function runHistory({ jobs }: FakeFleet, path: string, blocks: number) {
  const chains = jobs.chains.map(({ id, rpcUrl, jobs }) => {
    return { id, rpcUrl: [rpcUrl].flat()[0]!, fromBlock: 1, receivers: jobs.map(({ receiver }) => receiver) }
  })
  const { solver } = jobs.defaults as { solver: `0x${string}` }
  const indexer = await startIndexer(`${path}/ponder`, { profile: 'mock', solvers: [solver], chains })
  const caughtUp = indexer.readFindings(Object.fromEntries(chains.map(({ id }) => [id, BigInt(blocks)])))
  const usage = await pollUsage(indexer.pid, caughtUp)
  await caughtUp
  await indexer.end('SIGKILL')
  return usage
}
