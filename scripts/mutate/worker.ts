// Runs the contract tests against one mutant after the other, in a project of its own that shares all but artifacts.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Compiled, compile, type SourceFile } from './compile.js'
import type { Mutant } from './findMutants.js'

export type WorkerRequest = { index: number; mutant: Mutant | null }
export type WorkerAnswer = { index: number; outcome: 'killed' | 'survived' | 'refused'; by: string }

const root = join(import.meta.dirname, '../..')

/** What nearly every test deploys of the mutated sources, and what few do: that is compiled only if a mutant lives. */
const core = ['contracts/FillReceiver.sol', 'contracts/mocks/LibraryHarness.sol']
const rest = ['contracts/examples/AttestedDeposits.sol', 'contracts/mocks/hostile/CallCheckHarness.sol']

const testFiles = [
  'checks',
  'authorised',
  'policy',
  'signatures',
  '../parity/libraries',
  'executor',
  'hooks',
  'tokens',
  'thieves',
  'verifier',
]

const project = createProject()
process.chdir(project)
process.on('exit', () => rmSync(project, { recursive: true, force: true }))

const { default: Mocha } = await import('mocha')
let failed: { title: string; file: string } | undefined
class FirstFailure extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    runner.on('fail', (test) => {
      failed ??= { title: test.fullTitle(), file: test.file ?? '' }
    })
  }
  override epilogue() {}
}
const kills = new Map<string, number>()
const mocha = new Mocha({ bail: true, timeout: 60_000, reporter: FirstFailure })
mocha.cleanReferencesAfterRun(false)
for (const name of testFiles) mocha.addFile(join(root, 'test/contracts', `${name}.test.ts`))
await mocha.loadFilesAsync()

process.on('message', async ({ index, mutant }: WorkerRequest) => {
  process.send?.({ index, ...(await run(mutant)) } satisfies WorkerAnswer)
})
process.send?.({ index: -1, outcome: 'survived', by: '' } satisfies WorkerAnswer)

async function run(mutant: Mutant | null): Promise<Omit<WorkerAnswer, 'index'>> {
  try {
    const answer = await test(mutant, core)
    return answer.outcome === 'survived' ? await test(mutant, [...core, ...rest]) : answer
  } catch (error) {
    return { outcome: 'refused', by: String(error).split('\n')[0] ?? '' }
  }
}

async function test(mutant: Mutant | null, deployed: string[]): Promise<Omit<WorkerAnswer, 'index'>> {
  const compiled = compile(sources(mutant, deployed), ['contracts/FillExecutor.sol'])
  copyArtifacts()
  writeArtifacts(compiled)
  const scope = `${mutant?.file} ${mutant?.scope}`
  putKillersFirst(scope, mutant?.file ?? '')
  failed = undefined
  await new Promise<number>((resolve) => mocha.run(resolve))
  if (!failed) return { outcome: 'survived', by: '' }
  const { title, file } = failed
  for (const place of [scope, mutant?.file]) kills.set(`${place} ${file}`, killsOf(place ?? '', file) + 1)
  return { outcome: 'killed', by: title }
}

function killsOf(place: string, testFile: string): number {
  return kills.get(`${place} ${testFile}`) ?? 0
}

/** Tests that noticed something in a function, or else in its file, are likely to notice the next thing too. */
function putKillersFirst(scope: string, mutated: string): void {
  const rank = ({ file = '' }: Mocha.Suite) => 1000 * killsOf(scope, file) + killsOf(mutated, file)
  mocha.suite.suites.sort((a, b) => rank(b) - rank(a))
}

function sources(mutant: Mutant | null, deployed: string[]): SourceFile[] {
  const paths = new Set(deployed)
  if (mutant) paths.add(mutant.file)
  return [...paths].map((path) => {
    const bytes = readFileSync(join(root, path))
    if (path !== mutant?.file) return { path, content: bytes.toString() }
    const { start, length, replacement } = mutant
    const content = [bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(start + length)]
    return { path, content: Buffer.concat(content).toString() }
  })
}

function writeArtifacts(contracts: Compiled): void {
  for (const [source, byName] of Object.entries(contracts)) {
    for (const [name, { evm }] of Object.entries(byName)) {
      const path = join(project, 'artifacts', source, `${name}.json`)
      const artifact = JSON.parse(readFileSync(path, 'utf8'))
      artifact.bytecode = `0x${evm.bytecode.object}`
      artifact.deployedBytecode = `0x${evm.deployedBytecode.object}`
      writeFileSync(path, JSON.stringify(artifact))
    }
  }
}

/** Takes back what the mutant before left behind. */
function copyArtifacts(): void {
  for (const source of [...core, ...rest, 'contracts/FillExecutor.sol']) {
    cpSync(join(root, 'artifacts', source), join(project, 'artifacts', source), { recursive: true })
  }
}

function createProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fillproof-mutants-'))
  cpSync(join(root, 'artifacts'), join(folder, 'artifacts'), { recursive: true })
  for (const name of ['node_modules', 'package.json', 'tsconfig.json'])
    symlinkSync(join(root, name), join(folder, name))
  // Without the optimizer the contracts are larger than chains allow.
  const config = `import config from ${JSON.stringify(join(root, 'hardhat.config.ts'))}
const destination = { ...config.networks.destination, allowUnlimitedContractSize: true }
export default { ...config, networks: { destination } }
`
  writeFileSync(join(folder, 'hardhat.config.ts'), config)
  return folder
}
