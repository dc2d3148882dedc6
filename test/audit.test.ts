import { expect } from 'chai'
import { fillMarks } from '../scripts/audit/fillMarks.js'
import { invariants } from '../scripts/audit/invariants.js'
import { countLines, read, scope } from '../scripts/audit/scope.js'
import { findTestFiles } from '../scripts/audit/testTitles.js'

describe('AUDIT.md', () => {
  for (const page of ['AUDIT.md', 'docs/assurance.md']) {
    it(`${page} has the tables that the code makes; npm run build writes them`, () => {
      expect(read(page)).to.equal(fillMarks(page))
    })
  }

  it('has in scope what is deployed, and nothing that stands in for others', () => {
    expect(scope).to.include('contracts/FillSettlement.sol').and.include('contracts/types/Terms.sol')
    expect(scope.filter((file) => /\/(examples|local|mocks|testing)\//.test(file))).to.deep.equal([])
    for (const file of scope) expect(countLines(file), file).to.be.greaterThan(2)
  })

  it('names each invariant by a number of its own, and a test that exists', () => {
    expect(new Set(invariants.map(({ id }) => id)).size).to.equal(invariants.length)
    expect(findTestFiles('is rescued by a passing whale')).to.deep.equal([])
    for (const { id, tests } of invariants) {
      for (const title of tests) expect(findTestFiles(title), `${id}: ${title}`).to.not.deep.equal([])
    }
  })
})
