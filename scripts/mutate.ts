/**
 * Takes every check, effect and guard out of the contracts, one at a time, and shows the test that notices.
 *
 * Run: `npm run mutate -- --checks [--only TEXT]`. Exit status 1 if anything can be taken out unnoticed.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import hre from 'hardhat'
import { equivalent } from './mutate/equivalent.js'
import { findMutants, type Mutant } from './mutate/findMutants.js'
import type { WorkerAnswer, WorkerRequest } from './mutate/worker.js'

const { values } = parseArgs({
  options: { checks: { type: 'boolean' }, only: { type: 'string' }, help: { type: 'boolean' } },
})
if (values.help || !values.checks) {
  console.error(
    'Usage: npm run mutate -- --checks [--only TEXT]\n\n  --only TEXT  only mutants whose file or source has TEXT',
  )
  process.exit(values.help ? 0 : 2)
}

const root = join(import.meta.dirname, '..')
await hre.tasks.getTask('build').run({ quiet: true })

const files = globSync('contracts/{*.sol,evidence/*.sol,libraries/*.sol}', { cwd: root }).sort()
const all = findMutants(files.map((path) => ({ path, content: readFileSync(join(root, path), 'utf8') })))
const unused = Object.keys(equivalent).filter((key) => !all.some((mutant) => keyOf(mutant) === key))
if (unused.length) fail(`no such mutant is left: ${unused.join('; ')}`)

const mutants = all.filter((mutant) => {
  return (
    !(keyOf(mutant) in equivalent) && (!values.only || `${mutant.file} ${mutant.what}`.includes(values.only))
  )
})
const started = Date.now()
const answers = await runAll(mutants)
const survived = answers.filter(({ outcome }) => outcome === 'survived')
const refused = answers.filter(({ outcome }) => outcome === 'refused')
for (const { index } of [...survived, ...refused])
  console.log(`UNNOTICED ${describe(mutants[index] as Mutant)}`)
const seconds = Math.round((Date.now() - started) / 1000)
const killed = answers.length - survived.length - refused.length
console.log(
  `${killed} of ${mutants.length} mutants noticed, ${survived.length} not, ${refused.length} do not compile; ` +
    `${all.length - mutants.length} left out; ${seconds} s`,
)
process.exit(survived.length + refused.length ? 1 : 0)

/** Hands the mutants to as many workers as there are cores. */
async function runAll(list: Mutant[]): Promise<WorkerAnswer[]> {
  const results: WorkerAnswer[] = []
  let next = 0
  const work = async (_: unknown, number: number) => {
    const worker = fork(join(root, 'scripts/mutate/worker.ts'), { execArgv: ['--import', 'tsx'], cwd: root })
    await answerOf(worker)
    if (number === 0) {
      const baseline = await ask(worker, { index: -1, mutant: null })
      if (baseline.outcome !== 'survived') fail(`the tests fail without a mutant: ${baseline.by}`)
    }
    while (next < list.length) {
      const index = next++
      const mutant = list[index] as Mutant
      const answer = await ask(worker, { index, mutant })
      results.push(answer)
      console.error(`${results.length}/${list.length} ${answer.outcome} ${describe(mutant)} | ${answer.by}`)
    }
    worker.kill()
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work))
  return results
}

function ask(worker: ChildProcess, request: WorkerRequest): Promise<WorkerAnswer> {
  worker.send(request)
  return answerOf(worker)
}

function answerOf(worker: ChildProcess): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a worker ended with status ${code}`))
    worker.once('exit', onExit)
    worker.once('message', (message) => {
      worker.off('exit', onExit)
      resolve(message as WorkerAnswer)
    })
  })
}

function keyOf({ file, what }: Mutant): string {
  return `${file} ${what}`
}

function describe(mutant: Mutant): string {
  return `${mutant.file}:${mutant.line} ${mutant.what}`
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
