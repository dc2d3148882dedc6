import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyRepository } from './copyRepository.js'
import { root } from './install.js'
import { run } from './run.js'

/** The lowest version of each peer. `npm test` has the pinned ones; OpenZeppelin and Hardhat 2 have their own checks. */
const lowest = {
  fastify: '5.10.0',
  pg: '8.1.0',
  secp256k1: '5.0.0',
  viem: '2.47.6',
  ws: '8.16.0',
}

/** These are copied, so that they find the lowest viem. */
const viemPlugins = ['hardhat-ignition-viem', 'hardhat-viem', 'hardhat-viem-assertions']

const leftOut = ['.git', 'node_modules', 'dist']

/** Runs this repository's TypeScript tests with the lowest peers. */
export async function checkPeers(temporary: string): Promise<void> {
  // Some tests run as another user, who must be able to read the commands here.
  chmodSync(temporary, 0o755)
  const folder = join(temporary, 'lowest')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: lowest }))
  await run(folder, 'npm', ['install', '--no-audit', '--no-fund'])

  const copy = join(temporary, 'repository-lowest')
  const names = readdirSync(root).filter((name) => !leftOut.includes(name))
  copyRepository({
    copy,
    names,
    replaced: Object.fromEntries([...replacePeers(folder), ...replacePlugins()]),
  })
  const hardhat = join(copy, 'node_modules/.bin/hardhat')
  for (const suite of ['core', 'tools']) {
    const output = await run(copy, hardhat, ['--suites', suite, 'test', 'mocha', '--no-compile'])
    if (!/\d+ passing/.test(output)) throw new Error(`expected passing tests in\n${output}`)
  }
}

/** Links the packages, so that each finds its own dependencies. */
function replacePeers(folder: string) {
  return Object.keys(lowest).map((name) => {
    return [name, { from: join(folder, 'node_modules', name), how: 'link' as const }] as const
  })
}

function replacePlugins() {
  return viemPlugins.map((plugin) => {
    const name = `@nomicfoundation/${plugin}`
    return [name, { from: join(root, 'node_modules', name), how: 'copy' as const }] as const
  })
}
