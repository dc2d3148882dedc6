import { expect } from 'chai'
import { fillMarks } from '../scripts/audit/fillMarks.js'
import { invariants } from '../scripts/audit/invariants.js'
import { countLines, read, scope } from '../scripts/audit/scope.js'
import { findTestFiles } from '../scripts/audit/testTitles.js'

describe('AUDIT.md', () => {
  for (const page of ['AUDIT.md', 'docs/assurance.md']) {
    it(`${page} has the tables that npm run build generates`, () => {
      expect(read(page)).to.equal(fillMarks(page))
    })
  }

  it('has every deployed contract in scope, and no mock', () => {
    expect(scope).to.include('contracts/FillSettlement.sol').and.include('contracts/types/Terms.sol')
    expect(scope.filter((file) => /\/(examples|local|mocks|testing)\//.test(file))).to.deep.equal([])
    for (const file of scope) expect(countLines(file), file).to.be.greaterThan(2)
  })

  it('gives each invariant its own number and an existing test', () => {
    expect(new Set(invariants.map(({ id }) => id)).size).to.equal(invariants.length)
    expect(findTestFiles('is rescued by a passing whale')).to.deep.equal([])
    for (const { id, tests } of invariants) {
      for (const title of tests) expect(findTestFiles(title), `${id}: ${title}`).to.not.deep.equal([])
    }
  })
})
