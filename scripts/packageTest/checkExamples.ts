import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Example } from '../../src/cli/definitions/examples.js'
import { install } from './install.js'
import { prepareCompilers } from './prepareCompilers.js'
import { CommandError, run } from './run.js'

const forge = '@foundry-rs/forge@1.7.1'
const tasks = ['authorize', 'inspect', 'mock', 'verify']

/** The passing tests of each example, except the history, which `checkPonder` runs. Foundry comes first: it compiles the receiver for two examples that do not. */
const examples: Record<Exclude<Example, 'ponder'>, RegExp> = {
  foundry: /18 tests passed, 0 failed/,
  'hardhat-2': /10 passing/,
  hardhat: /12 passing/,
  'hardhat-ethers': /12 passing/,
  server: /pass 2\n/,
}

/** Runs each example as a user of the package does: `init`, `npm install`, `npm test`. Then runs it again without a check. */
export async function checkExamples(temporary: string, tarball: string): Promise<void> {
  const home = join(temporary, 'init')
  const tools = join(temporary, 'forge')
  for (const folder of [home, tools]) mkdirSync(folder)
  await run(home, 'npm', ['init', '--yes'])
  await install(home, tarball, ['viem'])
  await run(tools, 'npm', ['install', '--no-audit', '--no-fund', forge])
  const environment = {
    ...prepareCompilers(join(temporary, 'compilers-examples')),
    PATH: `${join(tools, 'node_modules/.bin')}:${process.env.PATH}`,
  }
  const place = (name: string) => join(temporary, 'examples', name)
  for (const [name, passing] of Object.entries(examples)) {
    const folder = place(name)
    const started = Date.now()
    await run(home, 'npx', ['--no-install', 'fillproof', 'init', name, folder])
    await run(folder, 'npm', ['install', '--no-audit', '--no-fund'], environment)
    const tests = await run(folder, 'npm', ['test'], environment)
    if (!passing.test(tests)) throw new Error(`expected ${passing} of ${name} in\n${tests}`)
    process.stderr.write(`\n  init ${name}: 3 commands, ${((Date.now() - started) / 1000).toFixed(0)} s`)
    if (existsSync(join(folder, 'hardhat.config.ts'))) await checkTasks(folder)
    if (name === 'server') continue
    deleteSignatureCheck(folder, place('foundry'))
    await expectForged(name, folder, environment)
    // The mock deploys this receiver, which is within the size limit only with the optimizer.
    const optimized = { ...environment, FOUNDRY_PROFILE: 'deploy' }
    if (name === 'foundry') await run(folder, 'forge', ['build', '--force'], optimized)
  }
  process.stderr.write('\n')
}

async function checkTasks(folder: string): Promise<void> {
  await run(folder, 'npx', ['--no-install', 'tsc'])
  const help = await run(folder, 'npx', ['--no-install', 'hardhat', 'fillproof', '--help'])
  const missing = tasks.filter((task) => !help.includes(`fillproof ${task}`))
  if (missing.length > 0) throw new Error(`${folder} does not list ${missing.join(', ')} in\n${help}`)
}

/** Deletes the check of the signer from the installed contracts, and from the receiver that the mock deploys. */
function deleteSignatureCheck(folder: string, foundry: string): void {
  const source = join(folder, 'node_modules/fillproof/contracts/SolverPolicy.sol')
  const text = readFileSync(source, 'utf8')
  const changed = text.replace(/(function _recoverSolver[^}]*?)_checkSolver\(solver\);/, '$1')
  if (changed === text) throw new Error(`no check of the signer in ${source}`)
  writeFileSync(source, changed)
  const artifact = join(foundry, 'out/SignedOrderReceiver.sol/SignedOrderReceiver.json')
  if (folder === foundry) return
  const { bytecode } = JSON.parse(readFileSync(artifact, 'utf8'))
  const deployed = join(folder, 'node_modules/fillproof/dist/generated/bytecode/signedOrderReceiver.js')
  writeFileSync(deployed, `export const signedOrderReceiverBytecode = '${bytecode.object}'\n`)
}

/** Runs an example's tests. The forged one must fail and the genuine one pass. */
async function expectForged(name: string, folder: string, environment: Record<string, string>) {
  const output = await run(folder, 'npm', ['test'], environment).catch((error: unknown) => {
    if (error instanceof CommandError) return error.message
    throw error
  })
  const fails = /\[FAIL[^\n]*test_refusesAForged|(\d\)|✖) refuses a forged signature/.test(output)
  const credits = /\[PASS[^\n]*test_creditsTheBuyer|✔ credits the buyer/.test(output)
  if (!fails || !credits) {
    throw new Error(`expected only refusals of ${name} to fail without the check of the signer:\n${output}`)
  }
}
