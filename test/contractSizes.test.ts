import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import hre from 'hardhat'

const root = join(import.meta.dirname, '..')
const deployed = globSync('contracts/*.sol', { cwd: root }).map((path) => basename(path, '.sol'))

describe('contract sizes', () => {
  it('every contract is small enough for a chain, with the settings that it is published with', async () => {
    expect(deployed).to.include.members(['FillReceiver', 'SignedOrderReceiver', 'RegisteredFillReceiver'])
    for (const name of deployed) {
      const { deployedBytecode } = await hre.artifacts.readArtifact(name)
      // EIP-170. Abstract contracts have no code.
      expect((deployedBytecode.length - 2) / 2, name).to.be.at.most(24_576)
    }
  })
})
