/**
 * Compiles every published contract with the lowest and the newest compiler, with and without viaIR, with the optimizer
 * on and off. Prints times and the size of `AttestedOrderReceiver`.
 *
 * Run: `node --import tsx scripts/compileMatrix.ts`. Exit status 1 on an error, on a warning about our own sources, or
 * if `AttestedOrderReceiver` is too large with the published settings: without viaIR, optimized. With viaIR the size
 * depends on the other sources, by up to 2,000 bytes, so it is only printed.
 */
import { fork } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

type Setting = { compiler: string; viaIR: boolean; optimizer: boolean }
type Message = {
  severity: string
  formattedMessage: string
  errorCode?: string
  sourceLocation?: { file: string }
}
type Answer = { version: string; seconds: number; bytes: number; failures: string[] }

const root = join(import.meta.dirname, '..')
const parallel = 2
/** Warnings about large code and init code, which have their own check, and transient storage, which 0.8.24 always reports. */
const knownWarnings = ['5574', '3860', '2394']
/** The limit of EIP-170. */
const largest = 24_576

if (process.send) {
  process.once('message', (setting: Setting) => {
    process.send?.(compile(setting), undefined, undefined, () => process.disconnect())
  })
} else {
  await main()
}

async function main(): Promise<void> {
  const settings: Setting[] = []
  // Start with the slow ones, so that the workers end together.
  for (const viaIR of [true, false]) {
    for (const optimizer of [true, false]) {
      for (const compiler of ['solc-lowest', 'solc']) settings.push({ compiler, viaIR, optimizer })
    }
  }

  const answers: Answer[] = []
  let next = 0
  const work = async () => {
    while (next < settings.length) {
      const index = next++
      const answer = await ask(settings[index] as Setting)
      answers[index] = answer
      process.stderr.write(`${describe(settings[index] as Setting, answer)}\n`)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))

  console.log(['compiler', 'viaIR', 'optimizer', 'seconds', 'bytes of AttestedOrderReceiver', ''].join('\t'))
  settings.forEach((setting, index) => {
    console.log(describe(setting, answers[index] as Answer))
  })
  for (const failure of answers.flatMap(({ failures }) => failures)) console.error(failure)
  if (answers.some(({ failures }) => failures.length)) process.exitCode = 1
}

function describe({ viaIR, optimizer }: Setting, { version, seconds, bytes, failures }: Answer): string {
  const onOff = (value: boolean) => (value ? 'on' : 'off')
  const result = failures.length ? 'FAILED' : bytes > largest ? 'compiles, too large to deploy' : 'ok'
  return [version, onOff(viaIR), onOff(optimizer), seconds.toFixed(1), bytes || '-', result].join('\t')
}

function ask(setting: Setting): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = fork(import.meta.filename, { execArgv: ['--import', 'tsx'], cwd: root })
    worker.once('message', (answer) => resolve(answer as Answer))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`a compiler process ended with ${code}`)))
    worker.send(setting)
  })
}

function compile({ compiler, viaIR, optimizer }: Setting): Answer {
  const require = createRequire(import.meta.url)
  const solc = require(compiler)
  const files = globSync('contracts/**/*.sol', { cwd: root, exclude: ['contracts/mocks/**'] }).sort()
  const outputs = ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object']
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      files.map((file) => [file, { content: readFileSync(join(root, file), 'utf8') }]),
    ),
    settings: {
      viaIR,
      evmVersion: 'cancun',
      optimizer: { enabled: optimizer, runs: 200 },
      outputSelection: Object.fromEntries(files.map((file) => [file, { '*': outputs }])),
    },
  }
  const read = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') })
  const started = performance.now()
  const { contracts, errors = [] } = JSON.parse(solc.compile(JSON.stringify(input), { import: read }))
  const seconds = (performance.now() - started) / 1000
  const failures = (errors as Message[]).filter(isFailure).map(({ formattedMessage }) => formattedMessage)
  const receiver = contracts?.['contracts/AttestedOrderReceiver.sol']?.AttestedOrderReceiver
  const bytes = (receiver?.evm.deployedBytecode.object.length ?? 0) / 2
  if (!failures.length && !bytes) failures.push('AttestedOrderReceiver has no code')
  if (optimizer && !viaIR && bytes > largest)
    failures.push(`AttestedOrderReceiver has ${bytes} bytes, more than ${largest}`)
  return { version: solc.version().split('+')[0], seconds, bytes, failures }
}

function isFailure({ severity, errorCode, sourceLocation }: Message): boolean {
  const ours = sourceLocation?.file.startsWith('contracts/') ?? false
  return severity === 'error' || (severity === 'warning' && ours && !knownWarnings.includes(errorCode ?? ''))
}
