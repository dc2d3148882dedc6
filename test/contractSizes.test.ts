import { expect } from 'chai'
import { limit, readContractSizes } from '../scripts/sizes/readContractSizes.js'
import { kinds } from '../src/deploy/kinds.js'

describe('contract sizes', () => {
  it('every deployable contract leaves 1,000 bytes of what a chain allows', async () => {
    // EIP-170.
    expect(limit).to.equal(24_576 - 1_000)
    const sizes = await readContractSizes()
    const names = sizes.map(({ name }) => name.toLowerCase())
    expect(names).to.include.members(Object.keys(kinds).map((kind) => kind.toLowerCase()))
    for (const { name, bytes } of sizes) expect(bytes, name).to.be.at.most(limit)
  })

  it('all are compiled with the same optimizer runs', async () => {
    const runs = (await readContractSizes()).map((contract) => contract.runs)
    expect(new Set(runs).size).to.equal(1)
  })
})
