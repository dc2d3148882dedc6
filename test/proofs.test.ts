import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { properties } from '../scripts/prove/properties.js'

const root = new URL('..', import.meta.url)

describe('scripts/prove', () => {
  it('replaces exactly one occurrence for each mutant and each modeled part', () => {
    const changes = properties.flatMap(({ layer, mutant }) => [...(layer.models ?? []), mutant])
    expect(changes).to.have.length.above(100)
    const stale = changes.filter(
      ({ file, from }) => readFileSync(new URL(file, root), 'utf8').split(from).length !== 2,
    )
    expect(stale).to.deep.equal([])
  })
})
