/**
 * Packs the package and uses it as users do: installed with npm, as ESM and CommonJS, and in Hardhat 3. The rest is
 * slow: the examples of `fillproof init`, other package managers and tool chains, both ends of the peers' ranges, and
 * each guide.
 *
 * Run: `npm run test:package`, with `-- --rest` for the rest, or `-- --only NAME`. It needs a package registry. Exit
 * status 1 if anything fails, with the output of the failure.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkAnvil } from './packageTest/checkAnvil.js'
import { checkExamples } from './packageTest/checkExamples.js'
import { checkForgeInstall } from './packageTest/checkForgeInstall.js'
import { checkFoundryProject } from './packageTest/checkFoundryProject.js'
import { checkGuides } from './packageTest/checkGuides.js'
import { checkHardhat2 } from './packageTest/checkHardhat2.js'
import { checkHardhatProject } from './packageTest/checkHardhatProject.js'
import { checkManager } from './packageTest/checkManager.js'
import { checkModuleKinds } from './packageTest/checkModuleKinds.js'
import { checkNodeProject } from './packageTest/checkNodeProject.js'
import { checkOldestNode } from './packageTest/checkOldestNode.js'
import { checkOpenZeppelin } from './packageTest/checkOpenZeppelin.js'
import { checkPeers } from './packageTest/checkPeers.js'
import { checkPonder } from './packageTest/checkPonder.js'
import { checkTarball, packPackage } from './packageTest/packPackage.js'
import { CommandError, stopCommands } from './packageTest/run.js'

const folder = mkdtempSync(join(tmpdir(), 'fillproof-package-'))
const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopCommands()
    removeFolder()
    process.exit(130)
  })
}

const first = {
  node: checkNodeProject,
  modules: checkModuleKinds,
  hardhat: checkHardhatProject,
}
const rest = {
  examples: checkExamples,
  ponder: checkPonder,
  'oldest-node': checkOldestNode,
  pnpm: checkManager('pnpm'),
  deno: checkManager('deno'),
  bun: checkManager('bun'),
  'hardhat-2': checkHardhat2,
  openzeppelin: checkOpenZeppelin,
  foundry: checkFoundryProject,
  forge: checkForgeInstall,
  anvil: checkAnvil,
  guides: checkGuides,
  peers: checkPeers,
}
const checks = { ...first, ...rest }

try {
  const options = { only: { type: 'string' }, rest: { type: 'boolean' } } as const
  const { values } = parseArgs({ options })
  if (values.only !== undefined && !Object.hasOwn(checks, values.only)) {
    throw new CommandError(`--only must be one of ${Object.keys(checks).join(', ')}.`)
  }
  const selected = values.only === undefined ? Object.keys(values.rest ? rest : first) : [values.only]
  const tarball = await step('build and pack', () => packPackage(folder))
  await step('files of the package', () => checkTarball(tarball))
  const skipped: string[] = []
  for (const [name, check] of Object.entries(checks)) {
    if (selected.includes(name)) await step(name, () => check(folder, tarball.path))
    else skipped.push(name)
  }
  console.log(`The package works. Not run: ${skipped.join(', ')}.`)
} catch (error) {
  console.error(error instanceof CommandError ? error.message : error)
  process.exitCode = 1
} finally {
  removeFolder()
}

async function step<T>(name: string, action: () => Promise<T>): Promise<T> {
  process.stderr.write(`${name} ... `)
  const started = Date.now()
  try {
    const result = await action()
    process.stderr.write(`ok, ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
    return result
  } catch (error) {
    process.stderr.write('FAILED\n')
    throw error
  }
}
