import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { readGuide, writeFiles } from '../../scripts/packageTest/checkGuides.js'
import { setUpFolder } from '../support/makeFolder.js'

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

const hardhat = join(root, 'node_modules/hardhat/dist/src/cli.js')

/** Starts Hardhat in a project. This run's own options, such as its config, are in the environment and left out. */
function startHardhat(folder: string, ...args: string[]) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('HARDHAT_'))
  return spawn(process.execPath, [hardhat, ...args], { cwd: folder, env: Object.fromEntries(own) })
}

async function runHardhat(folder: string, ...args: string[]) {
  const child = startHardhat(folder, ...args)
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { stdout, stderr, status }
}

const badTests = `
import { network } from 'hardhat'

it('fails in the middle', async () => {
  const { fillproof } = await network.create()
  await fillproof.start()
  throw new Error('in the middle')
})

it('reverts in the contract', async () => {
  const { fillproof, viem, close } = await network.create()
  try {
    const { receiver } = await fillproof.start()
    const { address } = await viem.deployContract('Shop', [receiver])
    await fillproof.allowRecipient(address)
    await fillproof.fill({ recipient: address, amount: 10n })
  } finally {
    await close()
  }
})
`

describe('examples/hardhat', () => {
  const folder = setUpFolder()
  let project: string
  before(async () => {
    project = folder.path('project')
    makeProject(project)
  })

  it('behavior: reports a failure or an open handle with its place, and ends', async () => {
    writeFileSync(join(project, 'test/bad.ts'), badTests)
    // The page's example runs with the tests of the project.
    const files = readGuide('docs/hardhat.md').files.filter(({ path }) => path === 'test/inbox.js')
    writeFiles({ commands: [], files }, project)
    const { stdout, stderr, status } = await runHardhat(project, 'test', 'mocha')
    expect(stdout, stderr).include('14 passing').and.include('2 failing')
    expect(status).equal(1)
    expect(stdout).match(/at Shop\.onFill \(contracts\/Shop\.sol:\d+\)/)
    expect(stderr).match(/fillproof: connection \d+ of network "default" was left open\./)
    expect(stderr.match(/was left open/g)).length(1)
  }).timeout(120_000)

  it('behavior: the task mock serves until a signal, with the network as the destination', async () => {
    const child = startHardhat(project, 'fillproof', 'mock', '--json', '--network', 'default')
    const ended = once(child, 'exit')
    const [line] = await once(createInterface(child.stdout), 'line')
    const { url, chains } = JSON.parse(line)
    expect(chains.map(({ id }: { id: number }) => id)).deep.equal([31101, 31337])
    expect((await fetch(`${url}/chains`)).status).equal(200)
    child.kill('SIGINT')
    expect(await ended).deep.equal([0, null])
  }).timeout(120_000)

  it('error: a task ends with the exit status of its command', async () => {
    const { status, stderr } = await runHardhat(project, 'fillproof', 'verify', '0x12')
    expect(status).equal(2)
    expect(stderr).include('error: The request id must be 32 bytes of hex')
  }).timeout(60_000)
})
