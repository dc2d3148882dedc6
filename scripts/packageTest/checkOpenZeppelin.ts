import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeProject } from './checkHardhatProject.js'
import { copyRepository } from './copyRepository.js'
import { run } from './run.js'

/** The lowest version of the peers' range. */
const lowest = ['@openzeppelin/contracts@5.3.0', '@openzeppelin/contracts-upgradeable@5.3.0']

/** Tests a user's project and this repository's Solidity tests with the lowest OpenZeppelin. */
export async function checkOpenZeppelin(temporary: string, tarball: string): Promise<void> {
  const folder = join(temporary, 'openzeppelin')
  const packages = ['hardhat', '@nomicfoundation/hardhat-viem', 'viem', 'solc', ...lowest]
  await makeProject(folder, tarball, packages)
  const output = await run(folder, 'npx', ['--no-install', 'hardhat', 'test', 'solidity'])
  if (!output.includes('4 passing')) throw new Error(`expected 4 passing tests in\n${output}`)

  const copy = join(temporary, 'repository')
  const names = ['contracts', 'test/solidity', 'scripts', 'hardhat.config.ts', 'package.json']
  const replaced = Object.fromEntries(
    ['@openzeppelin/contracts', '@openzeppelin/contracts-upgradeable'].map((name) => {
      return [name, { from: join(folder, 'node_modules', name), how: 'copy' as const }]
    }),
  )
  copyRepository({ copy, names, replaced })
  for (const name of ['contracts/mocks/bench', 'test/solidity/SolverAttestation.t.sol']) {
    // These tests use functions that only newer versions have.
    rmSync(join(copy, name), { recursive: true })
  }
  const tests = await run(copy, 'npx', ['--no-install', 'hardhat', 'test', 'solidity'])
  if (!/\d+ passing/.test(tests)) throw new Error(`expected passing tests in\n${tests}`)
}
