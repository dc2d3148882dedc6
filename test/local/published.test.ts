import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { permit2Of } from '../../src/service/profile/permit2.js'
import { relayProfile } from '../../src/service/profile/relayProfile.js'

describe('LocalContracts', () => {
  it('default: has the profile’s addresses, for each capability', () => {
    const source = readFileSync('contracts/local/LocalContracts.sol', 'utf8')
    const written = [...source.matchAll(/places\.(\w+) = (0x[0-9a-fA-F]{40});/g)]
    const ethereum = relayProfile.chains!.find(({ name }) => name === 'ethereum')!
    const find = (witness: string) => ethereum.routers!.find((router) => router.witness === witness)!
    const [newest, metadata, plain] = ['msgValue', 'metadata', 'plain'].map(find) as [
      ReturnType<typeof find>,
      ReturnType<typeof find>,
      ReturnType<typeof find>,
    ]
    expect(newest.callLog).equal('hash')
    expect(Object.fromEntries(written.map(([, name, address]) => [name, address!.toLowerCase()]))).deep.equal(
      {
        router: newest.address,
        approvalProxy: newest.approvalProxy,
        metadataRouter: metadata.address,
        metadataApprovalProxy: metadata.approvalProxy,
        plainRouter: plain.address,
        plainApprovalProxy: plain.approvalProxy,
        depository: ethereum.depository,
        permit2: permit2Of(),
      },
    )
  })
})
