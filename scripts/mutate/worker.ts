// Runs the contract tests against one mutant after another, in one process, without writing any file.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Code, compile, readSource, type SourceFile } from './compile.js'
import type { Mutant } from './findMutants.js'

export type Outcome = 'killed' | 'timed out' | 'survived' | 'same bytecode' | 'does not compile'
export type WorkerRequest = {
  mutant: Mutant
  /** The contracts that contain the mutated source, by source and name. */
  contracts: [source: string, name: string][]
  /** The titles of the tests that are likely to kill it. */
  first: string[]
}
export type WorkerAnswer = { outcome: Outcome; by?: string; message: string }

const root = join(import.meta.dirname, '../..')
process.chdir(root)
process.env.HARDHAT_CONFIG = join(import.meta.dirname, 'hardhat.config.ts')
process.on('disconnect', () => process.exit())

const { default: hre } = await import('hardhat')
const { default: Mocha } = await import('mocha')
const { optimizer } = hre.config.solidity.profiles.default?.compilers[0]?.settings ?? {}

/** By the title of a test or a hook, the title of the test to run for it. */
const tests = new Map<string, string>()
let failed: string | undefined
class FirstFailure extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    runner.on('fail', (test) => {
      failed ??= titleOf(test)
    })
  }
  override epilogue() {}
}
const mocha = new Mocha({ bail: true, timeout: 30_000, reporter: FirstFailure })
mocha.cleanReferencesAfterRun(false)
for (const file of globSync('test/{receivers,parity}/*.test.ts').sort()) mocha.addFile(join(root, file))
await mocha.loadFilesAsync()
list(mocha.suite)

let current: { mutant: Mutant; codes: Map<string, Code>; error?: string } | undefined
const readArtifact = hre.artifacts.readArtifact.bind(hre.artifacts)
// Compiles a mutated contract only when a test asks for it.
hre.artifacts.readArtifact = async <Name extends string>(name: Name) => {
  const artifact = await readArtifact(name)
  const { sourceName, contractName } = artifact as { sourceName: string; contractName: string }
  return Object.assign(artifact, codeOf(sourceName, contractName))
}

let affected = new Set<string>()
process.on('message', async (request: WorkerRequest) => process.send?.(await answer(request)))
process.send?.([...tests.keys()])

async function answer({ mutant, contracts, first }: WorkerRequest): Promise<WorkerAnswer> {
  affected = new Set(contracts.map((contract) => contract.join(':')))
  current = { mutant, codes: new Map() }
  const titles = [...new Set(first.flatMap((title) => tests.get(title) ?? []))]
  // Each suite deploys its contracts first, and one test is usually enough.
  for (const some of [titles.slice(0, 1), titles.slice(1)]) {
    if (some.length && !failedOrRefused()) await run(some)
  }
  if (!failedOrRefused()) await run()
  const by = failed
  failed = undefined
  if (current?.error) return { outcome: 'does not compile', message: current.error }
  if (by) return { outcome: 'killed', by, message: by }
  return { outcome: hasSameCode(mutant, contracts) ? 'same bytecode' : 'survived', message: '' }
}

function failedOrRefused(): boolean {
  return Boolean(failed || current?.error)
}

/** Runs the tests with these titles, or all, until one fails. */
async function run(titles?: string[]): Promise<void> {
  mocha.grep(titles ? new RegExp(`^(${titles.map(quote).join('|')})$`) : /^/)
  await new Promise<number>((resolve) => mocha.run(resolve))
}

function codeOf(source: string, name: string): Code | undefined {
  const contract = `${source}:${name}`
  if (!current || !affected.has(contract)) return undefined
  try {
    const code = current.codes.get(contract) ?? compile(source, name, { changed: mutate(current.mutant) })
    current.codes.set(contract, code)
    return code
  } catch (error) {
    current.error ??= String(error).split('\n')[0] ?? ''
    throw error
  }
}

/** Whether the optimizer compiles the mutant to the same code as the source, in every contract. */
function hasSameCode(mutant: Mutant, contracts: [string, string][]): boolean {
  const changed = mutate(mutant)
  return contracts.every(([source, name]) => {
    return compile(source, name, { changed, optimizer }).bytecode === originalOf(source, name).bytecode
  })
}

const originals = new Map<string, Code>()
function originalOf(source: string, name: string): Code {
  const key = `${source}:${name}`
  const code = originals.get(key) ?? compile(source, name, { optimizer })
  originals.set(key, code)
  return code
}

function mutate({ file, start, length, replacement }: Mutant): SourceFile {
  const bytes = Buffer.from(readSource(file))
  const parts = [bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(start + length)]
  return { path: file, content: Buffer.concat(parts).toString() }
}

function list(suite: Mocha.Suite): void {
  type Hooks = Record<'_beforeAll' | '_beforeEach' | '_afterEach' | '_afterAll', Mocha.Hook[]>
  const { _beforeAll, _beforeEach, _afterEach, _afterAll } = suite as unknown as Hooks
  const firstTest = firstOf(suite)?.fullTitle() ?? ''
  for (const hook of [..._beforeAll, ..._beforeEach, ..._afterEach, ..._afterAll])
    tests.set(titleOf(hook), firstTest)
  for (const test of suite.tests) tests.set(titleOf(test), test.fullTitle())
  suite.suites.forEach(list)
}

function firstOf(suite: Mocha.Suite): Mocha.Test | undefined {
  return suite.tests[0] ?? suite.suites.map(firstOf).find(Boolean)
}

/** Mocha names a hook after the test that it ran for, so it gets its suite's title. */
function titleOf(test: Mocha.Test | Mocha.Hook): string {
  return test.type === 'hook' ? `${test.parent?.fullTitle()}: a hook` : test.fullTitle()
}

function quote(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
