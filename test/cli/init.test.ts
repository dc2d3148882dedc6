import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'chai'
import { findOrigin, init } from '../../src/cli/commands/init.js'
import { exampleNames } from '../../src/cli/definitions/examples.js'
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

  it('is the same list in the folder and on each page that names the examples', () => {
    expect(readdirSync(examples).sort()).to.deep.equal(exampleNames.toSorted())
    for (const [page, line] of [
      ['README.md', /^`npx fillproof init hardhat`.*$/m],
      ['docs/cli.md', /^\| `fillproof init` .*$/m],
      ['docs/tasks/test-receiver.md', /^Each guide goes from [\s\S]*?history\.md/m],
    ] as const) {
      const [text] = line.exec(readFileSync(join(examples, '..', page), 'utf8')) ?? []
      const named = [...text!.matchAll(/`(?:npx fillproof init )?([a-z][a-z\d-]*)`/g)].map(
        ([, name]) => name!,
      )
      expect(named.sort(), page).to.deep.equal(exampleNames.toSorted())
    }
  })

  it('behavior: accepts an empty folder, and --json prints one object', async () => {
    const target = folder.path("a shop's")
    mkdirSync(target)
    const { stdout } = await callCommand(['init', 'server', target, '--json'])
    const { commands } = JSON.parse(stdout)
    expect(commands[0]).to.equal(`cd '${target.replace("'", `'\\''`)}' && npm install`)
  })

  it('behavior: --package sets the package that npm installs, a file by its absolute path', async () => {
    const archive = folder.path('fillproof-0.1.0.tgz')
    writeFileSync(archive, '')
    const here = relative(process.cwd(), archive)
    for (const [named, expected] of [
      [here, `file:${archive}`],
      [`file:${here}`, `file:${archive}`],
      ['1.2.3', '1.2.3'],
      ['https://example.org/fillproof.tgz', 'https://example.org/fillproof.tgz'],
    ] as const) {
      const target = folder.path(`package-${encodeURIComponent(named)}`)
      await callCommand(['init', 'foundry', target, '--package', named])
      expect(JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')).dependencies.fillproof).to.equal(
        expected,
      )
    }
    const missing = await callCommand(['init', 'foundry', folder.path('none'), '--package', './none.tgz'])
    expect(missing).to.include({ status: 2, stdout: '' })
    expect(missing.stderr).to.include('there is no file ./none.tgz')
    expect(existsSync(folder.path('none'))).to.equal(false)
  })

  it('behavior: finds the archive that npm installed the command from, but no registry', () => {
    const home = (name: string, resolved: string) => {
      const modules = folder.path(`${name}/node_modules`)
      mkdirSync(join(modules, 'fillproof'), { recursive: true })
      const packages = { 'node_modules/fillproof': { resolved } }
      writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages }))
      return join(modules, 'fillproof')
    }
    expect(findOrigin(home('archive', 'file:../some/fillproof-0.1.0.tgz'))).to.equal(
      `file:${folder.path('some/fillproof-0.1.0.tgz')}`,
    )
    expect(findOrigin(home('registry', 'https://registry.example/fillproof-0.1.0.tgz'))).to.equal(undefined)
    expect(findOrigin(folder.path('a clone'))).to.equal(undefined)
  })

  it('error: a Node too old for the project is refused before anything is copied', () => {
    for (const kind of ['hardhat', 'hardhat-ethers', 'ponder', 'server']) {
      const target = folder.path(`old ${kind}`)
      expect(() => init(kind, target, { json: true }, '20.19.0')).to.throw('needs Node 22.13 or newer')
      expect(existsSync(target)).to.equal(false)
    }
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
