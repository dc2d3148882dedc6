/**
 * Prints the time and the memory that `watch` takes to catch up with fills, for one receiver and for a fleet of receivers
 * on many chains, and how it follows a fleet of which a tenth of the chains is dead. If PONDER_PROJECT names an installed
 * `fillproof init ponder`, also prints what that takes for the same fills, and fails unless both have the same findings.
 *
 * Run: `node --import tsx bench/watch.ts [--fills 1000,10000,100000] [--chains 20] [--receivers 5] [--blocks 40]
 * [--minutes 3] [--json]`. The nodes and the service are this script's; times are of the machine it shares with them.
 */
import { deepEqual } from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Finding } from '../src/watch/types.js'
import { findFreePort, startCli } from '../test/cli/helpers.js'
import { receiversOf, startIndexer } from '../test/ponder/support.js'
import { buildCli, removeCli } from '../test/support/buildCli.js'
import { hang } from '../test/support/httpServer.js'
import { makeFolder } from '../test/support/makeFolder.js'
import { type FakeFleet, type FakeFleetParameters, startFakeFleet } from '../test/watch/fakeFleet.js'
import { readLines } from '../test/watch/support.js'
import { pollUsage, readUsage } from './pollUsage.js'

const { values } = parseArgs({
  options: {
    fills: { type: 'string', default: '1000,10000,100000' },
    chains: { type: 'string', default: '20' },
    receivers: { type: 'string', default: '5' },
    blocks: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
})
const chains = Number(values.chains)
const receivers = Number(values.receivers)
const minutes = Number(values.minutes)
/** V8 collects late where memory is plenty, which says little of what is needed. */
const heap = '--max-old-space-size=160'
/** A hundred processes at the same time would need more memory than most machines have. */
const singlesAtOnce = 4

/** The cost of some processes. */
type Cost = { seconds: number; cpuSeconds: number; memoryMb: number; requests: number }

const [program, folder] = await Promise.all([buildCli(), makeFolder()])
try {
  for (const fills of values.fills.split(',').filter((count) => count !== ''))
    await catchUp(`one receiver, ${fills} fills`, { chains: 1, receivers: 1, blocks: Number(fills) })
  const size = { chains, receivers, blocks: Number(values.blocks) }
  if (chains > 0) {
    await catchUp(`${chains * receivers} receivers on ${chains} chains, one watch`, size)
    await catchUpAlone(`${chains * receivers} receivers on ${chains} chains, a watch for each`, size)
    if (minutes > 0) await follow({ ...size, blocks: Math.ceil(minutes * 90), every: 10, blockMs: 1000 })
  }
} finally {
  await removeCli()
  await folder.remove()
}

function report(name: string, figures: Record<string, number>): void {
  const words = Object.entries(figures).map(([what, figure]) => `${what} ${figure}`)
  console.log(values.json ? JSON.stringify({ name, ...figures }) : `${name}: ${words.join(', ')}`)
}

async function withFleet(
  parameters: FakeFleetParameters,
  work: (fleet: FakeFleet, countRequests: () => number) => Promise<void>,
): Promise<void> {
  const fleet = await startFakeFleet({ plantedEvery: 100, shortEvery: 100, ...parameters })
  let requests = 0
  fleet.onRequest = () => {
    requests += 1
    // It would keep them all.
    for (const asked of fleet.asked.values()) asked.length = 0
  }
  try {
    await work(fleet, () => requests)
  } finally {
    await fleet.close()
  }
}

async function catchUp(name: string, parameters: FakeFleetParameters): Promise<void> {
  const out = folder.path('out.ndjson')
  await withFleet(parameters, async (fleet, countRequests) => {
    fleet.jobs.defaults.out = out
    const cost = await run(fleet.jobs, 'all')
    report(name, { fills: fleet.fills, ...round(cost), requests: countRequests() })
  })
  const found = readLines(await readFile(out, 'utf8')) as Finding[]
  await rm(out)
  if (!process.env.PONDER_PROJECT) return
  await withFleet({ ...parameters, blooms: true }, async (fleet, countRequests) => {
    const begun = performance.now()
    const indexer = await startIndexer(folder.path(name), receiversOf(fleet))
    const heads = Object.fromEntries(fleet.jobs.chains.map(({ id }) => [id, BigInt(parameters.blocks)]))
    const indexed = indexer.readFindings(heads)
    const usage = await pollUsage(indexer.pid, indexed)
    const cost = { ...usage, seconds: (performance.now() - begun) / 1000 }
    report(`${name}, as a history`, { fills: fleet.fills, ...round(cost), requests: countRequests() })
    await indexer.end('SIGKILL')
    const ids = found.flatMap(({ kind, id }) => (kind === 'attestationMissing' ? [] : [id]))
    deepEqual((await indexed).map(({ id }) => id).sort(), ids.sort())
  })
}

/** Watches each receiver with a process and a database of its own. */
async function catchUpAlone(name: string, parameters: FakeFleetParameters): Promise<void> {
  await withFleet(parameters, async (fleet, countRequests) => {
    const { jobs } = fleet
    const singles = jobs.chains.flatMap((chain) =>
      chain.jobs.map((job) => ({ ...jobs, chains: [{ ...chain, jobs: [job] }] })),
    )
    const total = { seconds: 0, cpuSeconds: 0, memoryMb: 0 }
    const begun = performance.now()
    const start = async () => {
      for (let next = singles.pop(); next; next = singles.pop()) {
        const { cpuSeconds, memoryMb } = await run(next, `single-${singles.length}`)
        total.cpuSeconds += cpuSeconds
        total.memoryMb += memoryMb
      }
    }
    await Promise.all(Array.from({ length: singlesAtOnce }, start))
    total.seconds = (performance.now() - begun) / 1000
    report(name, { fills: fleet.fills, ...round(total), requests: countRequests() })
  })
}

async function run(jobs: FakeFleet['jobs'], name: string): Promise<Omit<Cost, 'requests'>> {
  const path = folder.path(`${name}.json`)
  const db = folder.path(`${name}.sqlite`)
  await writeFile(path, JSON.stringify(jobs))
  const begun = performance.now()
  const { child, ended } = startCli(
    ['watch', '--jobs', path, '--db', db, '--profile', 'mock'],
    {},
    'ignore',
    [heap, program],
  )
  const usage = await pollUsage(child.pid!, ended)
  const { status, stderr } = await ended
  if (status !== 0 && status !== 1) throw new Error(`watch ended with ${status}: ${stderr}`)
  await rm(db)
  return { ...usage, seconds: (performance.now() - begun) / 1000 }
}

/** Follows a fleet, of which a tenth of the chains dies half the way. */
async function follow(parameters: FakeFleetParameters): Promise<void> {
  await withFleet(parameters, async (fleet, countRequests) => {
    const path = folder.path('follow.json')
    fleet.jobs.defaults = { ...fleet.jobs.defaults, untilBlock: undefined, pollInterval: 2 }
    await writeFile(path, JSON.stringify(fleet.jobs))
    const url = `127.0.0.1:${await findFreePort()}`
    const args = [
      'watch',
      '--jobs',
      path,
      '--db',
      folder.path('follow.sqlite'),
      '--listen',
      url,
      '--profile',
      'mock',
    ]
    const { child, ended, told } = startCli(args, {}, 'ignore', [heap, program])
    try {
      await told('Serving')
      const dead = Math.ceil(chains / 10)
      const phase = async (name: string) => {
        const before = countRequests()
        const first = await readUsage(child.pid!)
        const lags: number[] = []
        for (let second = 0; second < minutes * 30; second++) {
          await sleep(1000)
          lags.push(await readLag(`http://${url}`, dead))
        }
        const last = await readUsage(child.pid!)
        report(name, {
          mostLagSeconds: Math.round(Math.max(...lags.slice(5))),
          cpuSeconds: Math.round(last.cpuSeconds - first.cpuSeconds),
          memoryMbBefore: Math.round(first.memoryMb),
          memoryMbAfter: Math.round(last.memoryMb),
          requests: countRequests() - before,
        })
      }
      await phase(`following ${chains * receivers} receivers, all chains answer`)
      for (let chain = 0; chain < dead; chain++) fleet.setFault(chain, hang)
      await phase(`following them, ${dead} chains are silent; the lag is of the others`)
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  })
}

/** Returns the largest lag of the chains after the first ones, in seconds. */
async function readLag(url: string, after: number): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lags = [...text.matchAll(/^fillproof_watch_lag_seconds\{chain="(\d+)".*\} (\S+)$/gm)]
  return Math.max(
    ...lags.filter(([, chain]) => Number(chain) >= 1_000 + after).map(([, , lag]) => Number(lag)),
  )
}

function round({ seconds, cpuSeconds, memoryMb }: Omit<Cost, 'requests'>) {
  return { seconds: Math.round(seconds), cpuSeconds: Math.round(cpuSeconds), memoryMb: Math.round(memoryMb) }
}
