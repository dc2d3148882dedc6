import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, root } from './install.js'
import { run } from './run.js'

const project = join(root, 'scripts/packageTest/project')

/** Copies the example project into a folder, and installs the tarball and packages there. */
export async function makeProject(folder: string, tarball: string, packages: string[]): Promise<void> {
  cpSync(project, folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await install(folder, tarball, [
    ...packages,
    '@openzeppelin/contracts',
    '@openzeppelin/contracts-upgradeable',
  ])
}

/** Tests a new Hardhat project: a contract that inherits from the package, and a Solidity test with the helper. */
export async function checkHardhatProject(temporary: string, tarball: string): Promise<void> {
  const folder = join(temporary, 'hardhat')
  await makeProject(folder, tarball, ['hardhat', '@nomicfoundation/hardhat-viem', 'viem', 'solc'])
  const output = await run(folder, 'npx', ['--no-install', 'hardhat', 'test', 'solidity'])
  if (!output.includes('4 passing')) throw new Error(`expected 4 passing tests in\n${output}`)
}
