import { expect } from 'chai'
import { concatHex, type Hex, hashStruct, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { recoverHubSigner } from '../../../src/index.js'
import { thrown } from '../../support/errors.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const execution: { idempotencyKey: Hex; actions: Hex[] } = {
  idempotencyKey: `0x${'ab'.repeat(32)}`,
  actions: ['0x12', '0x'],
}
const domain = {
  name: 'RelayOracle',
  version: '2',
  chainId: 537713,
  verifyingContract: '0xd180dc3b8cb71b185c563b6e4857592ca93dacaf',
} as const
const types = {
  Execution: [
    { name: 'idempotencyKey', type: 'bytes32' },
    { name: 'actions', type: 'bytes[]' },
  ],
}
const sign = (changes: object = {}) =>
  account.signTypedData({
    domain: { ...domain, ...changes },
    types,
    primaryType: 'Execution',
    message: execution,
  })

describe('recoverHubSigner', () => {
  it('default: the type is the published one', () => {
    const typeHash = '0x821c9f218660060ad54afef3dc04f1786940fee025460be0e809f4812224eaf8'
    const actions = keccak256(concatHex(execution.actions.map((action) => keccak256(action))))
    expect(hashStruct({ types, primaryType: 'Execution', data: execution })).equal(
      keccak256(concatHex([typeHash, execution.idempotencyKey, actions])),
    )
  })

  it('default: the public service’s oracle', async () => {
    expect(await recoverHubSigner({ execution, signature: await sign() })).equal(account.address)
  })

  it('behavior: another oracle', async () => {
    const oracle = { version: '1', chainId: 1, contract: `0x${'22'.repeat(20)}` } as const
    const signature = await sign({ version: '1', chainId: 1, verifyingContract: oracle.contract })
    expect(await recoverHubSigner({ execution, signature, oracle })).equal(account.address)
    expect(await recoverHubSigner({ execution, signature })).not.equal(account.address)
  })

  it('behavior: another execution has another signer', async () => {
    const signature = await sign()
    for (const change of [
      { actions: ['0x12'] as Hex[] },
      { idempotencyKey: `0x${'cd'.repeat(32)}` as Hex },
    ]) {
      expect(await recoverHubSigner({ execution: { ...execution, ...change }, signature })).not.equal(
        account.address,
      )
    }
  })

  it('error: no signature', async () => {
    expect(await thrown(() => recoverHubSigner({ execution, signature: '0x12' }))).include({
      name: 'InvalidSignatureError',
    })
  })
})
