import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.js'
import { run } from './run.js'

const anvil = '@foundry-rs/anvil@1.7.1'

/** Runs the mock service with one of its chains on anvil instead of the embedded node. */
export async function checkAnvil(temporary: string): Promise<void> {
  const folder = join(temporary, 'anvil')
  mkdirSync(folder)
  await run(folder, 'npm', ['init', '--yes'])
  await run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--save-exact', anvil])
  const binary = join(folder, 'node_modules/.bin/anvil')
  const parameters = ['--no-install', 'hardhat', 'test', 'mocha', '--no-compile', 'test/mock/chains.test.ts']
  const output = await run(root, 'npx', parameters, { FILLPROOF_ANVIL: binary })
  if (!output.includes('default: anvil')) throw new Error(`expected a test on anvil in\n${output}`)
}
