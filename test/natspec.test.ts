import { globSync, readFileSync } from 'node:fs'
import { expect } from 'chai'

const root = new URL('..', import.meta.url)

describe('NatSpec of the interfaces', () => {
  for (const file of globSync('contracts/interfaces/*.sol', { cwd: root }).sort()) {
    it(`${file}: has a line for each argument of each function`, () => {
      const source = readFileSync(new URL(file, root), 'utf8')
      const functions = [...source.matchAll(/((?:^ *\/\/\/.*\n)+) *function (\w+)\(([^)]*)\)/gm)]
      expect(functions).to.have.length(source.match(/^ *function /gm)?.length ?? 0)
      for (const [, comment = '', name, list = ''] of functions) {
        const names = list.split(',').flatMap((argument) => argument.trim().split(/\s+/).at(-1) || [])
        const documented = [...comment.matchAll(/@param (\w+) \S/g)].map(([, argument]) => argument)
        expect(documented, name).to.deep.equal(names)
      }
    })
  }
})
