import { expect } from 'chai'
import type { Address } from 'viem'
import { extendProfile, relayProfile, relayTestnetProfile } from '../../src/client/index.js'
import type { ServiceProfile } from '../../src/service/profile/types.js'
import { thrown } from '../support/errors.js'

const solver = '0xf70da97812cb96acdf810712aa562db8dfa3dbef'
const router = `0x${'11'.repeat(20)}`
const proxy = `0x${'22'.repeat(20)}`
const other: Address = `0x${'33'.repeat(20)}`
const assumed = {
  address: router,
  approvalProxy: proxy,
  form: 'metadata',
  witness: 'msgValue',
  callLog: 'hash',
  label: 'v3',
  assumed: true,
}
const listed = {
  id: 84532,
  vmType: 'evm',
  solverAddresses: [solver],
  contracts: { v3: { erc20Router: router, approvalProxy: proxy } },
  protocol: { v2: { chainId: 'a-lie', depository: other } },
}
const extend = (chain: object, profile: ServiceProfile = relayTestnetProfile) =>
  extendProfile({ profile, chains: [chain], trust: [84532] }).profile

describe('extendProfile', () => {
  it('default: adds what the profile lacks and never overrides the profile', () => {
    const [baseSepolia, sepolia] = relayTestnetProfile.chains!
    expect(extend(listed)).deep.equal({
      ...relayTestnetProfile,
      chains: [{ ...baseSepolia, routers: [assumed] }, sepolia],
      solvers: { evm: solver },
    })
    const own = { ...relayTestnetProfile, solvers: { evm: other } }
    expect(extend(listed, own).solvers).deep.equal({ evm: other })
  })

  it('behavior: the approval proxy of a router that the profile has without one', () => {
    const own = relayProfile.chains!.find(({ name }) => name === 'arc')!
    const { address, ...known } = own.routers![1]!
    const extended = (contracts: object) =>
      extendProfile({
        profile: relayProfile,
        chains: [{ ...listed, id: 5042, contracts }],
        trust: [5042],
      }).profile.chains!.find(({ id }) => id === 5042)!.routers
    const v3 = { erc20Router: address.toUpperCase().replace('0X', '0x'), approvalProxy: proxy }
    expect(extended({ v3 })).deep.equal([own.routers![0], { address, ...known, approvalProxy: proxy }])
  })

  it('behavior: a new router comes first if it is in use, otherwise after the known ones', () => {
    const base = relayProfile.chains!.find(({ id }) => id === 8453)!
    const pair = { erc20Router: router, approvalProxy: proxy }
    const [first, second] = base.routers!
    const extended = (contracts: object) =>
      extendProfile({ profile: relayProfile, chains: [{ ...listed, id: 8453, contracts }], trust: [8453] })
    const routersOf = (contracts: object) =>
      extended(contracts).profile.chains!.find(({ id }) => id === 8453)!.routers
    const keyed = { ...assumed, label: 'v3.3' }
    expect(routersOf({ ...pair, 'v3.3': pair })).deep.equal([keyed, ...base.routers!])
    expect(routersOf(pair)).deep.equal([{ ...assumed, label: 'listed' }, ...base.routers!])
    const known = { erc20Router: first!.address, approvalProxy: first!.approvalProxy }
    expect(routersOf({ ...known, 'v3.3': pair })).deep.equal([...base.routers!, keyed])
    expect(extended({ ...known, 'v3.3': pair }).added).deep.equal({
      chains: [{ id: 8453, routers: [keyed] }],
    })
    const older = { erc20Router: second!.address, approvalProxy: second!.approvalProxy }
    expect(extended({ ...known, v3: older }).added).deep.equal({ chains: [] })
    const another = { erc20Router: other }
    expect(
      routersOf({ ...known, 'v3.9': another, 'v3.10': pair })!
        .slice(-2)
        .map(({ label }) => label),
    ).deep.equal(['v3.10', 'v3.9'])
  })

  it('behavior: a chain that the profile does not have', () => {
    const chain = { ...listed, id: 70700, protocol: { v2: { chainId: 'newest', depository: other } } }
    const { profile, added } = extendProfile({ profile: relayProfile, chains: [chain], trust: [70700] })
    expect(added).deep.equal({ chains: [profile.chains!.at(-1)] })
    expect(profile.chains!.at(-1)).deep.equal({
      id: 70700,
      name: 'newest',
      depository: other,
      routers: [assumed],
    })
  })

  it('behavior: adds nothing from chains that the caller does not name', () => {
    expect(extendProfile({ profile: relayTestnetProfile, chains: [listed], trust: [] })).deep.equal({
      profile: relayTestnetProfile,
      added: { chains: [] },
    })
  })

  it('behavior: adds no solver if there are several, and no malformed address', () => {
    expect(extend({ ...listed, solverAddresses: [solver, other] })).not.have.property('solvers')
    const malformed = {
      ...listed,
      contracts: { v3: { erc20Router: '0x12' } },
      solverAddresses: [null, '0x0'],
    }
    expect(extend(malformed)).deep.equal(relayTestnetProfile)
  })

  it('error: an unlisted chain, or one that is not an EVM chain', async () => {
    for (const chain of [
      { ...listed, id: 1 },
      { ...listed, vmType: 'svm' },
      { ...listed, vmType: 'tvm' },
    ]) {
      expect(await thrown(() => extend(chain))).include({ name: 'ClientOptionError', option: 'trust' })
    }
  })

  it('error: a missing name, or the name of another chain, the venue or another virtual machine', async () => {
    const { chainName } = relayProfile.venue
    const machines = ['solana', 'bitcoin', 'tron', 'lighter', 'ton', 'xrp', 'hedera']
    for (const chainId of ['base', chainName, ...machines, null, undefined]) {
      const chain = { ...listed, id: 70700, protocol: { v2: { chainId } } }
      const error = await thrown(() =>
        extendProfile({ profile: relayProfile, chains: [chain], trust: [70700] }),
      )
      expect(error).include({ name: 'ClientOptionError', option: 'chains, the name of 70700' })
    }
  })
})
