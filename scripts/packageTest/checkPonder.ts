import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { install, root } from './install.js'
import { run } from './run.js'

/** Runs the history of `fillproof init ponder` as a user does, then compares it with `watch`. */
export async function checkPonder(temporary: string, tarball: string): Promise<void> {
  const home = join(temporary, 'init-ponder')
  const folder = join(temporary, 'ponder')
  mkdirSync(home)
  await run(home, 'npm', ['init', '--yes'])
  await install(home, tarball, ['viem'])
  await run(home, 'npx', ['--no-install', 'fillproof', 'init', 'ponder', folder])
  await run(folder, 'npm', ['install', '--no-audit', '--no-fund'])
  const tests = await run(folder, 'npm', ['test'])
  if (!/pass 1\n/.test(tests)) throw new Error(`expected a passing test of ponder in\n${tests}`)
  await run(folder, 'npx', ['--no-install', 'tsc'])
  const suite = ['hardhat', '--suites', 'ponder', 'test', 'mocha']
  await run(root, 'npx', ['--no-install', ...suite], { PONDER_PROJECT: folder })
}
