import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { properties } from '../scripts/prove/properties.js'

const root = new URL('..', import.meta.url)

describe('scripts/prove', () => {
  it('replaces what is there, once: each mutant, and each part that a model stands in for', () => {
    const changes = properties.flatMap(({ layer, mutant }) => [...(layer.models ?? []), mutant])
    expect(changes).to.have.length.above(100)
    const stale = changes.filter(
      ({ file, from }) => readFileSync(new URL(file, root), 'utf8').split(from).length !== 2,
    )
    expect(stale).to.deep.equal([])
  })
})
