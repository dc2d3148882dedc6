import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { createOptionNeed, type Need } from '../base/createNeed.js'
import { createOptionReader } from '../base/createOptionReader.js'
import { toBytes, toList, toText } from '../base/values.js'
import { isEvmChain } from '../protocol/order/chainVm.js'
import { listedRouters } from '../service/profile/listedRouters.js'
import { findProfile } from '../service/profile/namedProfiles.js'
import type { ServiceProfile, ServiceProfileChain, ServiceProfileRouter } from '../service/profile/types.js'
import type { ChainRecord } from '../service/resources/chain.js'
import { ClientOptionError } from './errors.js'

export type ExtendProfileParameters = {
  profile: ServiceProfile
  /** The answer of `getChains`. */
  chains: readonly ChainRecord[]
  /** The ids of the chains for which you trust the service's listing. */
  trust: readonly number[]
}

const need: Need = /* @__PURE__ */ createOptionNeed(ClientOptionError)

const readOptions = /* @__PURE__ */ createOptionReader(need, { list: ['chains', 'trust'] })

/** The listing's additions to a chain. `name` is set only if the profile lacked the chain. */
type ExtendedChain = Pick<ServiceProfileChain, 'id'> & Partial<ServiceProfileChain>

export type ExtendProfileReturnType = {
  /** For `createServiceClient`. */
  profile: ServiceProfile
  added: { chains: readonly ExtendedChain[]; solvers?: ServiceProfile['solvers'] }
}

/**
 * Adds what the service lists for some chains to a profile: names, depositories, routers, approval proxies, and the solver.
 *
 * - The profile's own entries win. A missing approval proxy of a known router is added.
 * - A listed router that the profile lacks is assumed to have the capabilities of the newest known router (`assumed`). If the
 *   service lists a new router first, that router comes first in the profile too.
 * - Adds only EVM chains, and adds the solver only if the chains name a single one.
 * - Trust: the service's listing then decides where deposits go and who may spend. Name only chains that you compared with
 *   another source.
 *
 * @param parameters - {@link ExtendProfileParameters}
 * @returns {@link ExtendProfileReturnType}: the profile, and the additions.
 * @throws {@link ClientOptionError} if the service does not list a chain of `trust` as an EVM chain. Also if that chain's name is
 *   missing, is not an EVM chain's name, or belongs to another chain.
 *
 * @example
 * import { extendProfile, relayTestnetProfile } from 'fillproof/client'
 *
 * const listed = { id: 84532, vmType: 'evm', solverAddresses: ['0xf70da97812CB96acDF810712Aa562db8dfA3dbEF'] }
 *
 * extendProfile({ profile: relayTestnetProfile, chains: [listed], trust: [84532] }).added.solvers
 * // { evm: '0xf70da97812cb96acdf810712aa562db8dfa3dbef' }
 */
export function extendProfile(parameters: ExtendProfileParameters): ExtendProfileReturnType {
  const { profile, chains, trust } = readOptions(parameters, 'profile', 'chains', 'trust')
  need(findProfile(profile), 'profile', profile, 'a profile')
  const trusted = trust.map((id) => {
    const chain = chains.find((candidate) => candidate.id === id && candidate.vmType === 'evm')
    if (chain) return { id, chain }
    throw new ClientOptionError({
      option: 'trust',
      value: id,
      requirement: 'EVM chains that the service lists',
    })
  })
  const added: ExtendedChain[] = []
  const extended = new Map((profile.chains ?? []).map((chain) => [chain.id, chain]))
  for (const { id, chain } of trusted) {
    const own = extended.get(id)
    const name = own?.name ?? toText(chain.protocol?.v2?.chainId)
    const isTaken =
      name === profile.venue.chainName ||
      [...extended.values()].some((other) => other.name === name && other.id !== id)
    if (!name || isTaken || !isEvmChain(name)) {
      throw new ClientOptionError({
        option: `chains, the name of ${id}`,
        value: name,
        requirement: "an EVM chain's name that no other chain has",
      })
    }
    const { contracts, added: ofChain } = addContracts(own, chain)
    extended.set(id, { id, name, ...contracts })
    const entry = { id, ...(!own && { name }), ...ofChain }
    if (Object.keys(entry).length > 1) added.push(entry)
  }
  const solvers = new Set(trusted.flatMap(({ chain }) => toList(chain.solverAddresses).flatMap(toAddress)))
  const [evm] = solvers
  const newSolvers = !profile.solvers && evm && solvers.size === 1 ? { solvers: { evm } } : {}
  return {
    profile: { ...profile, chains: [...extended.values()], ...newSolvers },
    added: { chains: added, ...newSolvers },
  }
}

/** Adds the listed contracts that the profile lacks, and returns the additions. The profile's own contracts keep their order. */
function addContracts(
  own: ServiceProfileChain | undefined,
  record: ChainRecord,
): { contracts: Partial<ServiceProfileChain>; added: Omit<ExtendedChain, 'id'> } {
  const [depository] = own?.depository ? [] : toAddress(record.protocol?.v2?.depository)
  const known = own?.routers ?? []
  const listed = listedRouters(record)
  const isKnown = ({ address }: ServiceProfileRouter) =>
    known.some((router) => isAddressEqual(router.address, address))
  const completed = known.map((router) => {
    const same = listed.find(({ address }) => isAddressEqual(address, router.address))
    return { ...(same?.approvalProxy && { approvalProxy: same.approvalProxy }), ...router }
  })
  const isNewer = listed[0] && !isKnown(listed[0])
  const [first, ...others] = listed
  const routers = [...(isNewer ? [first!] : []), ...completed, ...others.filter((router) => !isKnown(router))]
  const added = routers.filter((router) => !known.some((before) => isSame(before, router)))
  return {
    contracts: { ...own, ...(depository && { depository }), ...(routers.length > 0 && { routers }) },
    added: { ...(depository && { depository }), ...(added.length > 0 && { routers: added }) },
  }
}

function isSame(one: ServiceProfileRouter, other: ServiceProfileRouter): boolean {
  return isAddressEqual(one.address, other.address) && one.approvalProxy === other.approvalProxy
}

function toAddress(value: unknown): Address[] {
  const address = toBytes(value, [20])
  return address && address !== zeroAddress ? [address] : []
}
