/**
 * Packs the package and uses it as users do: with each package manager, kind of module and tool chain, at both ends of the
 * peers' ranges, and along each guide. Runs the mock with a chain on anvil.
 *
 * Run: `npm run test:package`, with `-- --only NAME` for one. It needs a package registry. Exit status 1 if anything fails, with its output.
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

const checks = {
  node: checkNodeProject,
  'oldest-node': checkOldestNode,
  modules: checkModuleKinds,
  pnpm: checkManager('pnpm'),
  deno: checkManager('deno'),
  bun: checkManager('bun'),
  hardhat: checkHardhatProject,
  examples: checkExamples,
  'hardhat-2': checkHardhat2,
  openzeppelin: checkOpenZeppelin,
  foundry: checkFoundryProject,
  forge: checkForgeInstall,
  anvil: checkAnvil,
  guides: checkGuides,
}

/** Takes as long as `npm test` and `npm run test:tools`, so it runs when it is named. */
const slowChecks = { peers: checkPeers }
const allChecks = { ...checks, ...slowChecks }

try {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
  if (only !== undefined && !Object.hasOwn(allChecks, only)) {
    throw new CommandError(`--only must be one of ${Object.keys(allChecks).join(', ')}.`)
  }
  const tarball = await step('build and pack', () => packPackage(folder))
  await step('files of the package', () => checkTarball(tarball))
  const selected = Object.entries(allChecks).filter(([name]) => only === name)
  for (const [name, check] of only === undefined ? Object.entries(checks) : selected) {
    await step(name, () => check(folder, tarball.path))
  }
  if (only === undefined) console.log(`Not run, use --only: ${Object.keys(slowChecks).join(', ')}.`)
  console.log('The package works.')
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
