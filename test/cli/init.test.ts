import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { setUpFolder } from '../support/makeFolder.js'
import { callCommand } from './callCommand.js'

const examples = join(import.meta.dirname, '../../examples')

describe('fillproof init', () => {
  const folder = setUpFolder()

  for (const kind of readdirSync(examples)) {
    it(`default: ${kind}`, async () => {
      const target = folder.path(kind)
      const { status, stdout } = await callCommand(['init', kind, target])
      expect({ status, stdout }).to.deep.equal({
        status: 0,
        stdout: `cd ${target} && npm install\nnpm test\n`,
      })
      const read = (root: string) => readFileSync(join(root, 'package.json'), 'utf8')
      expect(read(target)).to.equal(read(join(examples, kind)))
      expect(readdirSync(target)).not.to.include('node_modules')
    })
  }

  it('behavior: an empty folder is taken, and --json prints one object', async () => {
    const target = folder.path("a shop's")
    mkdirSync(target)
    const { stdout } = await callCommand(['init', 'server', target, '--json'])
    const { commands } = JSON.parse(stdout)
    expect(commands[0]).to.equal(`cd '${target.replace("'", `'\\''`)}' && npm install`)
  })

  it('error: a folder that is not empty, a file, and an unknown kind change nothing', async () => {
    const target = folder.path('full')
    mkdirSync(target)
    writeFileSync(join(target, 'own.txt'), 'mine')
    const full = await callCommand(['init', 'hardhat', target])
    expect(full).to.include({ status: 2, stdout: '' })
    expect(full.stderr).to.include('is not an empty folder')
    expect(readdirSync(target)).to.deep.equal(['own.txt'])
    const file = await callCommand(['init', 'hardhat', join(target, 'own.txt')])
    expect(file).to.include({ status: 2, stdout: '' })
    const unknown = await callCommand(['init', 'hardat'])
    expect(unknown).to.include({ status: 2, stdout: '' })
    expect(unknown.stderr).to.include('(Did you mean hardhat?)')
  })
})
