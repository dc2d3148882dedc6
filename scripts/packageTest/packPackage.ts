import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { root } from './install.js'
import { run } from './run.js'

export type Tarball = { path: string; files: string[] }

/** Builds the package and packs it into `folder`. */
export async function packPackage(folder: string): Promise<Tarball> {
  await run(root, 'npm', ['run', '--silent', 'build'])
  const packed = await run(root, 'npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder])
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
  return { path: join(folder, filename), files: files.map(({ path }) => path) }
}

const required = [
  'LICENSE',
  'README.md',
  'contracts/AttestedOrderReceiver.sol',
  'contracts/ReceiverFactory.sol',
  'contracts/examples/AttestedDeposits.sol',
  'contracts/interfaces/IAttestedOrderReceiver.sol',
  'contracts/local/LocalService.sol',
  'contracts/testing/FillproofTest.sol',
  'dist/batch/index.js',
  'dist/batch/worker.js',
  'dist/cli/index.js',
  'dist/contract/index.js',
  'dist/generated/standardInput/attestedOrderReceiver.json',
  'dist/generated/standardInput/receiverFactory.json',
  'dist/generated/standardInput/paymentGuard.json',
  'dist/generated/standardInput/registeredTermsReceiver.json',
  'dist/generated/standardInput/signedOrderReceiver.json',
  'dist/ignition/index.js',
  'dist/schemas/call.json',
  'dist/index.d.ts',
  'dist/index.js',
  'dist/mock/index.js',
  'examples/foundry/test/Shop.t.sol',
]

/** Files that are only for this repository. The examples have their tests; `src/mock` is the mock service. */
const forbidden =
  /^(test|scripts|bench|\.ci|artifacts|cache|node_modules|src\/generated)\/|^contracts\/mocks\/|hostile|generated\/.*\.map$|^(?!(contracts\/)?examples\/).*(\.t\.sol$|\.test\.)/i

// publint reports this, because the entries have CommonJS types and ESM code, which `require` loads. There is no
// default export that would show the difference.
const expectedMessage = 'EXPORTS_TYPES_INVALID_FORMAT'

/** Checks the tarball's files, and runs publint on it. */
export async function checkTarball({ path, files }: Tarball): Promise<void> {
  const problems = [
    ...required.filter((file) => !files.includes(file)).map((file) => `missing: ${file}`),
    ...files.filter((file) => forbidden.test(file)).map((file) => `must not be published: ${file}`),
  ]
  const bytes = readFileSync(path)
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  const wrong = messages.filter(({ code }) => code !== expectedMessage)
  problems.push(...wrong.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`))
  if (problems.length) throw new Error(problems.join('\n'))
}
