import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { listEntries } from './checkModuleKinds.js'
import { install } from './install.js'
import { program } from './program.js'
import { run } from './run.js'

/** The lowest version of `engines`. */
const oldest = '20.19.0'

/**
 * Tests the contracts and the library on the oldest Node. No package may require a newer Node, and the entries must
 * load as ESM and as CommonJS. `require` rejects an entry with a top-level await in any of its modules.
 */
export async function checkOldestNode(temporary: string, tarball: string): Promise<void> {
  const folder = join(temporary, 'oldest-node')
  const tools = join(temporary, 'oldest-node-tools')
  for (const path of [folder, tools]) mkdirSync(path)
  await run(tools, 'npm', ['install', '--no-audit', '--no-fund', `node@${oldest}`])
  const environment = {
    PATH: `${join(tools, 'node_modules/.bin')}:${process.env.PATH}`,
    npm_config_engine_strict: 'true', // EBADENGINE is an error
  }
  const version = await run(folder, 'node', ['--version'], environment)
  if (version.trim() !== `v${oldest}`) throw new Error(`expected Node ${oldest}, found ${version}`)
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, engines: { node: `>=${oldest}` } }),
  )
  const contracts = ['@openzeppelin/contracts', '@openzeppelin/contracts-upgradeable']
  await install(folder, tarball, ['viem', ...contracts], environment)

  writeFileSync(join(folder, 'verify.mjs'), transformSync(program, { loader: 'ts' }).code)
  const output = await run(folder, 'node', ['verify.mjs'], environment)
  if (!output.includes('verified')) throw new Error(`expected "verified" in\n${output}`)
  const entries = listEntries().filter((entry) => entry !== './ignition') // of a user of Ignition
  const names = entries.map((entry) => `fillproof${entry.slice(1)}`)
  const load = `for (const name of ${JSON.stringify(names)}) if (!Object.keys(require(name)).length) throw name`
  await run(folder, 'node', ['--input-type=commonjs', '--eval', load], environment)
}
