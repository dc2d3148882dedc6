import { expect } from 'chai'
import { compareChains } from '../../../scripts/chains/compareChains.js'
import { relayProfile } from '../../../src/index.js'
import { chainVm } from '../../../src/protocol/order/chainVm.js'
import type { ChainRecord } from '../../../src/service/resources/chain.js'

/** An honest service's list of the profile's chains. */
const honest = relayProfile.chains!.map(({ id, name, depository, depositories, routers: [router] = [] }) => {
  // Hex in any case, and any of several depositories.
  const paid = depository ? `0x${depository.slice(2).toUpperCase()}` : depositories!.at(-1)
  return {
    id,
    name,
    vmType: chainVm(name),
    disabled: false,
    depositEnabled: true,
    protocol: { v2: { chainId: name, depository: paid } },
    contracts: { v3: { erc20Router: router?.address, approvalProxy: router?.approvalProxy } },
  } as ChainRecord
})
const compare = (listed: readonly ChainRecord[]) => compareChains(relayProfile, listed)
const change = (name: string, changes: object) =>
  compare(honest.map((record) => (record.name === name ? { ...record, ...changes } : record)))

describe('compareChains', () => {
  it('default: nothing differs from an honest answer, with or without chains that are marked', () => {
    expect(compare(honest)).deep.equal([])
    const marked = relayProfile.chains!.filter(({ support }) => support).map(({ id }) => id)
    expect(marked).length(18)
    expect(compare(honest.filter(({ id }) => !marked.includes(id!)))).deep.equal([])
    expect(change('base', { contracts: undefined, protocol: undefined, vmType: undefined })).deep.equal([])
  })

  const other = `0x${'11'.repeat(20)}`
  const [base, bitcoin] = ['base', 'bitcoin'].map(
    (name) => relayProfile.chains!.find((chain) => chain.name === name)!,
  )
  const rows: [chain: string, field: string, found: string, listed: string, changes: object][] = [
    ['base', 'the name', 'base', 'base2', { protocol: { v2: { chainId: 'base2' } } }],
    ['base', 'the virtual machine', 'evm', 'svm', { vmType: 'svm' }],
    ['base', 'the depository', base!.depository!, other, { protocol: { v2: { depository: other } } }],
    [
      'bitcoin',
      'the depository',
      bitcoin!.depositories!.join(', '),
      '1kt3zCYUrmQxjcveUNs1Rs7WcXDcPQZ4av',
      { protocol: { v2: { depository: '1kt3zCYUrmQxjcveUNs1Rs7WcXDcPQZ4av' } } },
    ],
    ['stable', 'the router', 'absent', other, { contracts: { v3: { erc20Router: other } } }],
    ['stable', 'the approval proxy', 'absent', other, { contracts: { v3: { approvalProxy: other } } }],
    ['base', 'its support', 'settled', 'disabled', { disabled: true }],
    ['base', 'its support', 'settled', 'disabled', { depositEnabled: false }],
  ]
  for (const [chain, field, found, listed, changes] of rows) {
    it(`behavior: ${chain}: ${field}`, () => {
      expect(change(chain, changes)).deep.equal([{ chain, field, found, listed }])
    })
  }

  it('behavior: chains that one of both does not have', () => {
    const [first, ...rest] = honest
    const unknown = {
      id: 70700,
      name: 'new',
      vmType: 'evm',
      protocol: { v2: { chainId: 'newest' } },
    } as ChainRecord
    expect(compare([...rest, unknown])).deep.equal([
      { chain: first!.name, field: 'the chain', found: 'present', listed: 'absent' },
      { chain: '70700', field: 'the chain', found: 'absent', listed: 'newest (evm)' },
    ])
  })

  it('behavior: a marked chain that takes no deposits differs in nothing', () => {
    expect(change('ancient8', { disabled: true })).deep.equal([])
  })
})
