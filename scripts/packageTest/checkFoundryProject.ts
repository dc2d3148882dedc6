import { join } from 'node:path'
import { makeProject } from './checkHardhatProject.js'
import { run } from './run.js'

const forge = '@foundry-rs/forge@1.7.1'

/** Tests the same contract in Foundry, with npm's compiler. */
export async function checkFoundryProject(temporary: string, tarball: string): Promise<void> {
  const folder = join(temporary, 'foundry')
  await makeProject(folder, tarball, [forge, 'viem', 'solc'])
  const output = await run(folder, 'npx', ['--no-install', 'forge', 'test', '--offline'])
  if (!output.includes('4 tests passed, 0 failed')) throw new Error(`expected 4 passing tests in\n${output}`)
}
