import { expect } from 'chai'
import { limitOf, readContractSizes } from '../scripts/sizes/readContractSizes.js'
import { bytecodes } from '../src/deploy/kinds.js'

describe('contract sizes', () => {
  it('every deployable contract leaves room for the rules of derived contracts', async () => {
    const sizes = await readContractSizes()
    const names = sizes.map(({ name }) => name.toLowerCase())
    expect(names).to.include.members(Object.keys(bytecodes).map((kind) => kind.toLowerCase()))
    for (const { name, bytes } of sizes) expect(bytes, name).to.be.at.most(limitOf(name))
  })

  it('all are compiled with the same optimizer runs', async () => {
    const runs = (await readContractSizes()).map((contract) => contract.runs)
    expect(new Set(runs).size).to.equal(1)
  })
})
