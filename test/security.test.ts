import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('docs/security.md and docs/assurance.md', () => {
  const text = (read('docs/assurance.md') + read('docs/security.md')).replaceAll(
    /<!-- (\w+) -->.*<!-- \/\1 -->/gs,
    '',
  )

  /** The titles that the tables' last columns name. */
  const named = text
    .split('\n')
    .filter((line) => /^\| .* \| `.*` \|$/.test(line))
    .map((line) => line.split(' | ').at(-1) ?? '')
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, title]) => title as string))

  it('names tests', () => {
    expect(named.length).to.be.greaterThan(50)
    expect(new Set(named).size).to.equal(named.length)
  })

  it('names only tests that exist under exactly that title', () => {
    const mocha = globSync('test/**/*.test.ts', { cwd: root })
      .flatMap((file) => [...read(file).matchAll(/\bit\(\s*(['"])((?:(?!\1).)+)\1,/g)])
      .map(([, , title]) => title)
    const solidity = globSync('test/solidity/**/*.sol', { cwd: root })
      .flatMap((file) => [...read(file).matchAll(/\bfunction ((?:test|testFuzz|invariant)_\w+)\(/g)])
      .map(([, title]) => title)
    const titles = new Set([...mocha, ...solidity])
    expect(named.filter((title) => !titles.has(title))).to.deep.equal([])
  })

  it('names every invariant', () => {
    const invariants = globSync('test/solidity/invariants/**/*.sol', { cwd: root })
      .flatMap((file) => [...read(file).matchAll(/\bfunction (invariant_\w+)\(/g)])
      .map(([, title]) => title)
    expect(invariants).to.not.deep.equal([])
    expect(named).to.include.members(invariants)
  })

  it('is linked from README.md and SECURITY.md', () => {
    for (const file of ['README.md', 'SECURITY.md']) expect(read(file)).to.include('(docs/security.md)')
  })
})
