import { expect } from 'chai'
import { relayProfile } from '../../../src/index.js'
import { compareListing } from '../../../src/service/doctor/compareListing.js'
import { groupChains } from '../../../src/service/doctor/rows.js'
import type { ChainRecord } from '../../../src/service/resources/chain.js'
import { differences, listHonestly } from './support.js'

const honest = listHonestly()
const compare = (listed: readonly ChainRecord[]) => compareListing(relayProfile, listed)
const change = (name: string, changes: object) =>
  differences(compare(honest.map((record) => (record.name === name ? { ...record, ...changes } : record))))

const other = `0x${'11'.repeat(20)}`
const [base, bitcoin] = ['base', 'bitcoin'].map(
  (name) => relayProfile.chains!.find((chain) => chain.name === name)!,
)
const [newest, newer] = base!.routers!
const describePair = ({ address, approvalProxy }: { address: string; approvalProxy?: string | undefined }) =>
  `${address}, ${approvalProxy ? `proxy ${approvalProxy}` : 'no proxy'}`

describe('compareListing', () => {
  it('default: an honest listing has no differences, with or without marked chains', () => {
    const count = honest.length
    const rows = compare(honest)
    expect(differences(rows)).deep.equal([])
    expect(rows.find(({ subject }) => subject === 'chain')).deep.equal({
      status: 'same',
      subject: 'chain',
      found: `${count} chains`,
    })
    expect(rows.map(({ subject }) => subject)).deep.equal([
      ...['chain', 'name in orders', 'virtual machine', 'depository', 'deposits', 'solver', 'router in use'],
    ])
    const marked = relayProfile.chains!.filter(({ support }) => support).map(({ id }) => id)
    expect(marked.length).above(0)
    expect(differences(compare(honest.filter(({ id }) => !marked.includes(id!))))).deep.equal([])
  })

  it('behavior: values missing from the listing are neither equal nor different', () => {
    expect(compareListing({ ...relayProfile, chains: [base!] }, [{ id: base!.id }])).deep.include.members([
      { status: 'same', subject: 'chain', found: '1 chain' },
    ])
    const subjects = compareListing({ ...relayProfile, chains: [base!] }, [{ id: base!.id }]).map(
      ({ subject }) => subject,
    )
    expect(subjects).deep.equal(['chain', 'deposits', 'chain'])
  })

  it('behavior: values unknown to the profile are new', () => {
    const { depository: _, ...rest } = base!
    const chains = [{ ...rest, routers: [{ ...newest!, approvalProxy: undefined }] }]
    const listed = honest.filter(({ name }) => name === 'base')
    const profile = { ...relayProfile, chains, venue: { ...relayProfile.venue, chainId: base!.id } }
    expect(differences(compareListing(profile, listed))).deep.equal([
      {
        status: 'new',
        subject: 'depository',
        found: listed[0]!.protocol!.v2!.depository,
        chains: ['base'],
      },
      {
        status: 'new',
        subject: `approval proxy of ${newest!.address}`,
        found: newest!.approvalProxy,
        chains: ['base'],
      },
    ])
  })

  it('behavior: the venue is a chain that the profile may list separately, once', () => {
    const { venue, chains = [] } = relayProfile
    const gone = { status: 'gone', subject: 'chain', chains: [`${venue.chainName} (${venue.chainId})`] }
    const withoutVenue = honest.filter(({ id }) => id !== venue.chainId)
    const apart = { ...relayProfile, chains: chains.filter(({ id }) => id !== venue.chainId) }
    const both = { ...apart, chains: [...apart.chains, { id: venue.chainId, name: venue.chainName }] }
    for (const profile of [apart, both]) {
      expect(differences(compareListing(profile, withoutVenue))).deep.equal([gone])
    }
    const record = { id: venue.chainId, protocol: { v2: { depository: other } } }
    expect(differences(compareListing(apart, [...withoutVenue, record]))).deep.equal([
      {
        status: 'changed',
        subject: 'depository',
        known: venue.depository,
        found: other,
        chains: [venue.chainName],
      },
    ])
  })

  const rows: [name: string, changes: object, row: object][] = [
    [
      'another name',
      { protocol: { v2: { chainId: 'base2' } } },
      { status: 'changed', subject: 'name in orders', known: 'base', found: 'base2' },
    ],
    [
      'another machine',
      { vmType: 'svm' },
      { status: 'changed', subject: 'virtual machine', known: 'evm', found: 'svm' },
    ],
    [
      'another depository',
      { protocol: { v2: { depository: other } } },
      { status: 'changed', subject: 'depository', known: base!.depository, found: other },
    ],
    [
      'another solver',
      { solverAddresses: [other] },
      { status: 'changed', subject: 'solver', known: relayProfile.solvers!.evm, found: other },
    ],
    [
      'no deposits',
      { depositEnabled: false },
      { status: 'changed', subject: 'deposits', known: 'taken', found: 'not taken' },
    ],
    [
      'a disabled chain',
      { disabled: true },
      { status: 'changed', subject: 'deposits', known: 'taken', found: 'not taken' },
    ],
    [
      "tomorrow's router in use",
      { contracts: { erc20Router: other, approvalProxy: other } },
      { status: 'new', subject: 'router in use', found: `${other}, proxy ${other}` },
    ],
    [
      'an older router in use',
      { contracts: { erc20Router: newer!.address, approvalProxy: newer!.approvalProxy } },
      {
        status: 'changed',
        subject: 'router in use',
        known: describePair(newest!),
        found: describePair(newer!),
      },
    ],
    [
      'a router that is not in use',
      {
        contracts: {
          erc20Router: newest!.address,
          approvalProxy: newest!.approvalProxy,
          'v3.3': { erc20Router: other },
        },
      },
      { status: 'new', subject: 'further router', found: `${other}, no proxy` },
    ],
    [
      'another approval proxy',
      { contracts: { erc20Router: newest!.address, approvalProxy: other } },
      {
        status: 'changed',
        subject: `approval proxy of ${newest!.address}`,
        known: newest!.approvalProxy,
        found: other,
      },
    ],
  ]
  for (const [name, changes, row] of rows) {
    it(`behavior: ${name} is one row, and nothing else differs`, () => {
      expect(change('base', changes)).deep.equal([{ ...row, chains: ['base'] }])
    })
  }

  it('behavior: base58 and bech32 distinguish cases', () => {
    const found = '1kt3zCYUrmQxjcveUNs1Rs7WcXDcPQZ4av'
    expect(change('bitcoin', { protocol: { v2: { depository: found } } })).deep.equal([
      {
        status: 'changed',
        subject: 'depository',
        known: bitcoin!.depositories!.join(', '),
        found,
        chains: ['bitcoin'],
      },
    ])
  })

  it('behavior: the same difference on several chains is one row', () => {
    const listed = honest.map((record) =>
      ['base', 'ethereum'].includes(record.name!) ? { ...record, contracts: { erc20Router: other } } : record,
    )
    expect(differences(compare(listed))).deep.equal([
      { status: 'new', subject: 'router in use', found: `${other}, no proxy`, chains: ['ethereum', 'base'] },
    ])
  })

  it('behavior: chains missing on either side', () => {
    const [first, ...rest] = honest
    const unknown = {
      id: 70700,
      name: 'new',
      vmType: 'evm',
      protocol: { v2: { chainId: 'newest' } },
    } as ChainRecord
    expect(differences(compare([...rest, unknown]))).deep.equal([
      { status: 'new', subject: 'chain', found: 'evm', chains: ['newest (70700)'] },
      { status: 'gone', subject: 'chain', chains: [`${first!.name} (${first!.id})`] },
    ])
    expect(differences(compare([...honest, {} as ChainRecord]))).deep.equal([
      { status: 'new', subject: 'chain', found: 'unknown machine', chains: ['unnamed (without an id)'] },
    ])
  })

  it('behavior: thirty removed chains are one row, and so are thirty added ones', () => {
    const came = Array.from({ length: 30 }, (_, index) => ({ id: 70700 + index, name: 'new', vmType: 'evm' }))
    const [fresh, gone, ...others] = differences(compare([...honest.slice(30), ...came]))
    expect(others).deep.equal([])
    expect(fresh!.chains).deep.equal(came.map(({ id }) => `new (${id})`))
    expect(gone!.chains).deep.equal(honest.slice(0, 30).map(({ id, name }) => `${name} (${id})`))
  })

  it('behavior: a marked chain that takes no deposits has no differences', () => {
    expect(change('ancient8', { disabled: true })).deep.equal([])
  })
})

describe('groupChains', () => {
  it('default: merges rows that differ only in their chains', () => {
    const row = { status: 'new', subject: 'a', known: 'b', found: 'c', meaning: 'd' } as const
    const others = [
      ...[{ status: 'gone' as const }, { subject: 'x' }, { known: 'x' }, { found: 'x' }, { meaning: 'x' }],
    ].map((change) => ({ ...row, ...change, chains: ['one'] }))
    const rows = [{ ...row, chains: ['one'] }, ...others, { ...row, chains: ['two'] }]
    expect(groupChains(rows)).deep.equal([{ ...row, chains: ['one', 'two'] }, ...others])
  })
})
