import { type Address, getAddress, isAddress } from 'viem'
import { toList, toRecord, toText } from '../../base/values.js'
import type { ServiceProfile, ServiceProfileRouter } from '../../service/profile/types.js'
import type { ChainRecord } from '../../service/resources/chain.js'
import type { Difference } from './comparePolicy.js'
import type { Policy } from './policy.js'
import { hashName } from './policy.js'

export type CompareServiceParameters = {
  policy: Policy
  chainId: number
  /** The answer of GET /chains. */
  chains: readonly ChainRecord[]
  profile: ServiceProfile
}

/**
 * Compares a receiver with the service's list of chains: the chain's name, the depository, the solver, routers, their
 * approval proxies, and origins.
 *
 * - Trust: the list is the service's word. It shows what to review, not whom to trust.
 */
export function compareService({ policy, chainId, chains, profile }: CompareServiceParameters): Difference[] {
  const own = chains.find(({ id }) => id === chainId)
  if (!own) return [differ(`chain ${chainId}`, 'not listed', 'listed')]
  return [
    ...compareName(policy, own),
    ...compareDepository(policy, own),
    ...compareSolvers(policy, own, profile),
    ...compareRouters(policy, own, profile),
    ...compareProxies(policy, own, profile),
    ...compareOrigins(policy, chains),
    ...compareChainNames(policy, chains),
  ]
}

function compareName({ nameHash }: Policy, { protocol }: ChainRecord): Difference[] {
  const name = toText(protocol?.v2?.chainId)
  if (!name || hashName(name, nameHash) === nameHash) return []
  return [differ('chain name', `another name (hash ${nameHash})`, name)]
}

/** A fill paid to the depository would be lost to the user. */
function compareDepository(
  { reserved, routers, depository: own }: Policy,
  { protocol }: ChainRecord,
): Difference[] {
  const [depository] = toAddresses([protocol?.v2?.depository])
  if (own !== undefined) {
    if (!depository || depository === own) return []
    return [differ('depository', own, depository)]
  }
  if (!depository || [...reserved, ...routers].includes(depository)) return []
  return [differ(`depository ${depository}`, 'none', 'reserved')]
}

function compareSolvers(
  { solvers }: Policy,
  { solverAddresses }: ChainRecord,
  profile: ServiceProfile,
): Difference[] {
  const known = toAddresses([profile.solvers?.evm, ...toList(solverAddresses)])
  if (known.length === 0) return []
  return solvers
    .filter(({ solver }) => !known.includes(solver))
    .map(({ solver }) => differ(`solver ${solver}`, 'trusted', 'not of the service'))
}

function compareRouters(
  { routers }: Policy,
  { id, contracts }: ChainRecord,
  profile: ServiceProfile,
): Difference[] {
  const v3 = toRecord(contracts?.v3)
  const ofProfile = routersOn(profile, id).map(({ address }) => address)
  const known = toAddresses([contracts?.erc20Router, v3?.erc20Router, ...ofProfile])
  if (known.length === 0) return []
  return routers
    .filter((router) => !known.includes(router))
    .map((router) => differ(`router ${router}`, 'allowed', 'not of the service'))
}

/** Anyone can move a proxy's tokens. A router that is its own proxy is never paid either. */
function compareProxies(
  { reserved, routers, depository }: Policy,
  { id, contracts }: ChainRecord,
  profile: ServiceProfile,
): Difference[] {
  if (depository !== undefined) return []
  const v3 = toRecord(contracts?.v3)
  const ofProfile = routersOn(profile, id).map(({ approvalProxy }) => approvalProxy)
  const known = toAddresses([contracts?.approvalProxy, v3?.approvalProxy, ...ofProfile])
  return [...new Set(known)]
    .filter((proxy) => ![...reserved, ...routers].includes(proxy))
    .map((proxy) => differ(`approval proxy ${proxy}`, 'none', 'reserved'))
}

function routersOn({ chains = [] }: ServiceProfile, id: ChainRecord['id']): readonly ServiceProfileRouter[] {
  return chains.find((chain) => chain.id === id)?.routers ?? []
}

function compareOrigins({ routes }: Policy, chains: readonly ChainRecord[]): Difference[] {
  return [...new Set(routes.map(({ chainId }) => Number(chainId)))].flatMap((id) => {
    const origin = chains.find((chain) => chain.id === id)
    const field = `origin ${id}`
    if (!origin) return [differ(field, 'not listed', 'listed')]
    if (origin.disabled === true) return [differ(field, 'disabled', 'enabled')]
    if (origin.depositEnabled === false) return [differ(field, 'takes no deposits', 'takes deposits')]
    return []
  })
}

/** With a wrong name one chain could pass for another. */
function compareChainNames({ chainNames }: Policy, chains: readonly ChainRecord[]): Difference[] {
  return chainNames.flatMap(({ name, chainId }) => {
    const listed = chains.find(({ id }) => id === Number(chainId))
    const required = listed ? toText(listed.protocol?.v2?.chainId) : 'no name, not listed'
    if (!required || required === name) return []
    return [differ(`name of chain ${chainId}`, name, required)]
  })
}

function differ(field: string, found: string, required: string): Difference {
  return { field: `service: ${field}`, found, required }
}

function toAddresses(values: readonly unknown[]): Address[] {
  return values.flatMap((value) =>
    typeof value === 'string' && isAddress(value, { strict: false }) ? [getAddress(value)] : [],
  )
}
