import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './install.js'
import { program } from './program.js'
import { run } from './run.js'

const configuration = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'nodenext',
    types: [],
    outDir: 'out',
  },
  include: ['verify.ts'],
}

/** Tests an empty project on this Node: imports, types, and the command line, without OpenZeppelin's contracts. */
export async function checkNodeProject(temporary: string, tarball: string): Promise<void> {
  const folder = join(temporary, 'node')
  mkdirSync(folder)
  await run(folder, 'npm', ['init', '--yes', '--init-type', 'module'])
  await install(folder, tarball, ['viem', 'typescript'])
  if (existsSync(join(folder, 'node_modules/@openzeppelin'))) throw new Error('expected no Solidity files')
  writeFileSync(join(folder, 'verify.ts'), program)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  await run(folder, 'npx', ['--no-install', 'tsc'])
  expectText(await run(folder, 'node', ['out/verify.js']), 'verified')
  expectText(await run(folder, 'npx', ['--no-install', 'fillproof', '--help']), 'Usage: fillproof')
}

function expectText(output: string, text: string): void {
  if (!output.includes(text)) throw new Error(`expected ${JSON.stringify(text)} in\n${output}`)
}
