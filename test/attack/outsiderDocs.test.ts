// What pages say of the contracts: names of functions, and gas.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

const doc = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')

describe('Attack: the pages on contracts', () => {
  it('docs/assurance.md names only internal functions that exist', () => {
    const folder = join(import.meta.dirname, '../../contracts')
    const files = readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.sol'))
    const all = files.map((name) => readFileSync(join(folder, String(name)), 'utf8')).join('')
    const names = [...doc('assurance.md').matchAll(/`(_\w+)`/g)].map(([, name]) => name!)
    expect(names).to.include.members(['_readDirect', '_pay'])
    expect(names.filter((name) => !all.includes(`function ${name}(`))).to.deep.equal([])
  })

  it('docs/gas.md has one number per transaction and hard fork', () => {
    const [first, second] = doc('gas.md').split('## Under the next hard fork') as [string, string]
    const rowsOf = (part: string) =>
      new Map([...part.matchAll(/^\| (.+?) \| ([0-9,]+) \|/gm)].map(([, name, gas]) => [name!, gas]))
    const [measured, again] = [rowsOf(first), rowsOf(second)]
    const shared = [...again.keys()].filter((name) => measured.has(name))
    expect(shared.length).to.be.at.least(6)
    for (const name of shared) expect(again.get(name), name).to.equal(measured.get(name))
  })
})
