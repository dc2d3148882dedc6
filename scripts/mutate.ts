/**
 * Changes the contracts at every place where it could matter, one change at a time, and shows the test that fails.
 *
 * Run: `npm run mutate`. You can stop it and run it again: it keeps the results of unchanged sources. After changes of
 * tests, use `--fresh`. Exit status 1 if a change survives without a reason in `mutate/equivalent.ts`.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import hre from 'hardhat'
import { equivalent, reasonOf } from './mutate/equivalent.js'
import { findMutants, type Mutant } from './mutate/findMutants.js'
import { createLikelyKillers } from './mutate/likelyKillers.js'
import { keyOf, readResults } from './mutate/results.js'
import { startWorker, type Worker } from './mutate/startWorker.js'
import type { WorkerAnswer, WorkerRequest } from './mutate/worker.js'
import { count, type Row, writeReport } from './mutate/writeReport.js'

const usage = `Usage: npm run mutate -- [--checks] [--only TEXT] [--jobs N] [--fresh] [--list]

  --checks     only remove checks, effects and guards; ignore and keep no results
  --only TEXT  only mutants whose file, operator or name contains TEXT
  --jobs N     the number of parallel workers (default 2)
  --fresh      ignore the results of earlier runs
  --list       print the mutants and their results, and run nothing`

const { values } = parseArgs({
  options: {
    checks: { type: 'boolean' },
    only: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    fresh: { type: 'boolean' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
const jobs = Number(values.jobs)
if (values.help || !Number.isInteger(jobs) || jobs < 1) {
  console.error(usage)
  process.exit(values.help ? 0 : 2)
}

/** The least percentage of killed mutants. */
const required = 95
/** Mutants per worker, since the chains of failed tests stay in its memory. */
const workerLife = 100

const root = join(import.meta.dirname, '..')
await hre.tasks.getTask('build').run({ quiet: true })
const sources = globSync('contracts/**/*.sol', { cwd: root }).sort()
const isMutated = (path: string) => !/^contracts\/(mocks|testing|examples)\//.test(path)
const found = findMutants(
  sources.filter(isMutated),
  sources.filter((path) => !isMutated(path) && !/^contracts\/(testing|mocks\/bench)\//.test(path)),
)
const results = readResults()
const selected = found.mutants.filter((mutant) => {
  if (values.checks && (!mutant.isCheck || reasonOf(mutant))) return false
  return `${mutant.file} ${mutant.operator} ${mutant.name}`.includes(values.only ?? '')
})
const isKept = !values.checks

if (values.list) {
  for (const mutant of selected) {
    const result = results.get(mutant, found)
    const outcome = result?.by ? `killed by ${result.by}` : (result?.outcome ?? 'unknown')
    console.log(`${describe(mutant)} | ${outcome}`)
  }
  process.exit()
}

const names = new Set(found.mutants.map(keyOf))
const unused = Object.entries(equivalent).flatMap(([file, reasons]) =>
  Object.keys(reasons).filter((name) => !names.has(`${file} ${name}`)),
)
if (unused.length) fail(`equivalent.ts names mutants that no longer exist:\n${unused.join('\n')}`)

const started = Date.now()
const first = await startWorker()
const tests = new Set(first.tests)
const killers = createLikelyKillers()
for (const mutant of found.mutants) {
  const by = results.last(mutant)?.by
  if (by && tests.has(by)) killers.learn(mutant, by)
}
const pending = selected.filter((mutant) => !isKnown(mutant))
const answered = new Map<string, Row>()
if (pending.length) await runAll(pending)
first.end()

const rows = selected.map((mutant): Row => answered.get(keyOf(mutant)) ?? knownOf(mutant))
const isComplete = isKept && !values.only
if (isKept) writeReport(found.mutants.map(knownOf))
finish()

function knownOf(mutant: Mutant): Row {
  return { mutant, ...results.get(mutant, found) }
}

/** A mutant is tested again if its killer no longer exists, or if it survived without a reason. */
function isKnown(mutant: Mutant): boolean {
  const result = results.get(mutant, found)
  if (!isKept || values.fresh || !result) return false
  if (result.outcome === 'killed') return Boolean(result.by && tests.has(result.by))
  return result.outcome !== 'survived' || Boolean(reasonOf(mutant))
}

async function runAll(list: Mutant[]): Promise<void> {
  const baseline = await first.ask({ mutant: unchanged(list), contracts: allContracts(), first: [] })
  if (baseline.outcome !== 'same bytecode') fail(`the tests fail without a change: ${baseline.message}`)
  let next = 0
  const work = async (_: unknown, number: number) => {
    let worker = number === 0 ? first : await startWorker()
    for (let age = 1; next < list.length; age++) {
      const mutant = list[next++] as Mutant
      if (age % workerLife === 0 || !worker.isAlive()) {
        worker.end()
        worker = await startWorker()
      }
      keep(mutant, await askTwice(worker, mutant))
      const { outcome, message } = answered.get(keyOf(mutant)) as Row & { message: string }
      console.error(`${answered.size}/${list.length} ${outcome} ${describe(mutant)} | ${message}`)
    }
    worker.end()
  }
  await Promise.all(Array.from({ length: Math.min(jobs, list.length) }, work))
}

/** Changes nothing, so that the contracts are compiled as a mutant's are. */
function unchanged([mutant]: Mutant[]): Mutant {
  return { ...(mutant as Mutant), length: 0, replacement: '' }
}

function allContracts(): WorkerRequest['contracts'] {
  const contracts = Object.values(found.contracts).flat()
  return [...new Map(contracts.map((contract) => [contract.join(':'), contract])).values()]
}

/** A worker that ends by itself proves nothing about the mutant. */
async function askTwice(worker: Worker, mutant: Mutant): Promise<WorkerAnswer> {
  const request = {
    mutant,
    contracts: found.contracts[mutant.file] ?? [],
    first: killers.of(mutant, results.last(mutant)?.by),
  }
  try {
    return await worker.ask(request)
  } catch {
    const second = await startWorker()
    try {
      return await second.ask(request)
    } finally {
      second.end()
    }
  }
}

function keep(mutant: Mutant, { outcome, by, message }: WorkerAnswer): void {
  answered.set(keyOf(mutant), { mutant, outcome, message } as Row)
  if (by) killers.learn(mutant, by)
  const source = found.hashes[mutant.file] ?? ''
  if (isKept) results.keep(mutant, { outcome, ...(by && { by }), source }, found)
}

/** Prints the mutants that need work, and the totals. */
function finish(): never {
  const unexplained = rows.filter(({ mutant, outcome }) => outcome === 'survived' && !reasonOf(mutant))
  const stale = rows.filter(({ mutant, outcome }) => outcome && outcome !== 'survived' && reasonOf(mutant))
  for (const { mutant } of unexplained) console.log(`SURVIVED ${describe(mutant)}`)
  for (const { mutant, outcome } of stale)
    console.log(`NO REASON NEEDED, ${outcome?.toUpperCase()} ${describe(mutant)}`)
  const { killed, survived, same, refused, percent } = count(rows)
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(
    `${killed} of ${killed + survived} mutants killed (${percent.toFixed(1)} %), ${survived} survived, ` +
      `${same} with the same bytecode, ${refused} do not compile; ${pending.length} run in ${seconds} s`,
  )
  const isTooFew = isComplete && percent < required
  if (isTooFew) console.log(`at least ${required} % must be killed`)
  process.exit(unexplained.length || stale.length || isTooFew ? 1 : 0)
}

function describe(mutant: Mutant): string {
  return `${mutant.file}:${mutant.line} ${mutant.name}`
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
