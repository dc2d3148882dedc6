import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { type Folder, makeFolder } from '../support/makeFolder.js'

const root = join(import.meta.dirname, '../..')

/** Copies the example project, with this repository's sources as the package `fillproof`. */
function makeProject(folder: string): void {
  cpSync(join(root, 'examples/hardhat'), folder, { recursive: true })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'fillproof'), { recursive: true })
  for (const name of globSync(['*', '@*/*'], { cwd: join(root, 'node_modules') })) {
    if (name.startsWith('.') || (name.startsWith('@') && !name.includes('/'))) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const name of ['src', 'contracts']) symlinkSync(join(root, name), join(modules, 'fillproof', name))
  const exports = { './hardhat': './src/hardhat/index.ts', './contracts/*.sol': './contracts/*.sol' }
  const description = { name: 'fillproof', version: '0.1.0', type: 'module', exports }
  writeFileSync(join(modules, 'fillproof/package.json'), JSON.stringify(description))
}

async function runTests(folder: string) {
  const hardhat = join(root, 'node_modules/hardhat/dist/src/cli.js')
  // This run's own options, such as its config, are in the environment.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('HARDHAT_'))
  const env = Object.fromEntries(own)
  const run = promisify(execFile)(process.execPath, [hardhat, 'test', 'mocha'], { cwd: folder, env })
  return run.catch((error: { stdout: string; stderr: string; code: number }) => error)
}

describe('examples/hardhat', () => {
  let folder: Folder
  before(async () => {
    folder = await makeFolder()
  })
  after(() => folder?.remove())

  it('default: its tests pass; what a user forgets to close is reported and ends', async () => {
    const project = folder.path('project')
    makeProject(project)
    writeFileSync(
      join(project, 'test/forgotten.ts'),
      `import { network } from 'hardhat'
       it('fails in the middle', async () => {
         const { fillproof } = await network.create()
         await fillproof.start()
         throw new Error('in the middle')
       })`,
    )
    const { stdout, stderr } = await runTests(project)
    expect(stdout, stderr).include('2 passing').and.include('1 failing')
    expect(stderr).match(/fillproof: connection \d+ of network "default" was left open\./)
    expect(stderr.match(/was left open/g)).length(1)
  }).timeout(120_000)
})
