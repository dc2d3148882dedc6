import { globSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { differences, isPublic, writeFormTable } from '../../src/mock/forms.js'

describe('the two forms of the mock', () => {
  const sources = globSync('src/mock/**/*.ts')
    .filter((file) => !file.endsWith('forms.ts'))
    .map((file) => [file, readFileSync(file, 'utf8')] as const)

  it('default', () => {
    expect(isPublic('public', 'requestId')).equal(true)
    expect(isPublic('specification', 'requestId')).equal(false)
  })

  it("behavior: the page has the code's table", () => {
    expect(readFileSync('docs/mock.md', 'utf8')).include(`${writeFormTable()}\n\n`)
  })

  it('behavior: the code uses every row of the table and nothing else', () => {
    const decided = sources.filter(([, text]) => /[!=]== '(public|specification)'/.test(text))
    expect(decided.map(([file]) => file)).deep.equal([])
    const asked = sources.flatMap(([, text]) =>
      [...text.matchAll(/isPublic\((?:context\.)?idForm,([^)]*)\)/g)].flatMap(([, list = '']) =>
        [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name),
      ),
    )
    expect(new Set(asked)).deep.equal(new Set(Object.keys(differences)))
  })
})
