import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { findTestFiles } from '../scripts/audit/testTitles.js'

const root = join(import.meta.dirname, '..')
/** A page as people wrote it: without what `npm run build` writes. */
const read = (file: string) =>
  readFileSync(join(root, file), 'utf8').replaceAll(/<!-- (\w+) -->.*<!-- \/\1 -->/gs, '')

const pages = ['SECURITY.md', 'docs/security.md', 'docs/assurance.md', 'docs/incidents.md', 'AUDIT.md']

describe('the pages on security', () => {
  /** The titles that the tables' last columns name. */
  const named = ['docs/assurance.md', 'docs/incidents.md']
    .flatMap((file) => read(file).split('\n'))
    .filter((line) => /^\| .* \| `.*` \|$/.test(line))
    .map((line) => line.split(' | ').at(-1) ?? '')
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, title]) => title as string))

  it('name tests', () => {
    expect(named.length).to.be.greaterThan(50)
    expect(new Set(named).size).to.equal(named.length)
  })

  it('name only tests that exist under exactly that title', () => {
    expect(named.filter((title) => findTestFiles(title).length === 0)).to.deep.equal([])
  })

  it('name every invariant', () => {
    const invariants = globSync('test/solidity/invariants/**/*.sol', { cwd: root })
      .flatMap((file) => [...read(file).matchAll(/\bfunction (invariant_\w+)\(/g)])
      .map(([, title]) => title)
    expect(invariants).to.not.deep.equal([])
    expect(named).to.include.members(invariants)
  })

  it('repeat no sentence', () => {
    const sentences = pages.flatMap((file) => {
      const text = read(file)
        .replaceAll(/^```.*?^```$/gms, '')
        .replaceAll(/^ *- /gm, '')
        .replaceAll(/\s+/g, ' ')
      return text.split(/(?<=[.:;,|]) /).map((sentence) => sentence.replaceAll(/[*[\]|]|\(\S+\)/g, '').trim())
    })
    const long = sentences.filter((sentence) => sentence.split(' ').length > 5)
    expect(long).to.have.length.above(200)
    expect(long.filter((sentence, index) => long.indexOf(sentence) !== index)).to.deep.equal([])
  })

  it('are linked from README.md and SECURITY.md', () => {
    for (const file of ['README.md', 'SECURITY.md']) expect(read(file)).to.include('(docs/security.md)')
  })
})
