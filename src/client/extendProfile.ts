import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { toBytes, toList, toText } from '../base/values.js'
import { isEvmChain } from '../protocol/order/chainVm.js'
import { newestCapabilities } from '../service/profile/relayRouters.js'
import type { ServiceProfile, ServiceProfileChain } from '../service/profile/types.js'
import type { ChainRecord } from '../service/resources/chain.js'
import { ClientOptionError } from './errors.js'

export type ExtendProfileParameters = {
  profile: ServiceProfile
  /** The answer of `getChains`. */
  chains: readonly ChainRecord[]
  /** The ids of the chains for which the service's word is taken. */
  trust: readonly number[]
}

/**
 * Adds to a profile what the service lists of a few chains: their names, depositories and routers, and the solver.
 *
 * - Rule: what the profile has wins; a router's approval proxy that it lacks is added. Only EVM chains are added, and the
 *   solver only where the chains name one alone.
 * - Trust: with this the service's word decides where deposits go and who may spend. Name only chains that you compared
 *   with another source.
 *
 * @param parameters - {@link ExtendProfileParameters}
 * @returns A profile for `createServiceClient`.
 * @throws {@link ClientOptionError} when the service does not list a chain of `trust`, or gives its name to another.
 *
 * @example
 * import { extendProfile, relayTestnetProfile } from 'fillproof/client'
 *
 * const listed = { id: 84532, vmType: 'evm', solverAddresses: ['0xf70da97812CB96acDF810712Aa562db8dfA3dbEF'] }
 *
 * extendProfile({ profile: relayTestnetProfile, chains: [listed], trust: [84532] }).solvers
 * // { evm: '0xf70da97812cb96acdf810712aa562db8dfa3dbef' }
 */
export function extendProfile({ profile, chains, trust }: ExtendProfileParameters): ServiceProfile {
  const trusted = trust.map((id) => {
    const chain = chains.find((candidate) => candidate.id === id && candidate.vmType === 'evm')
    if (chain) return { id, chain }
    throw new ClientOptionError({
      option: 'trust',
      value: id,
      requirement: 'EVM chains that the service lists',
    })
  })
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
    extended.set(id, { id, name, ...addContracts(own, readContracts(chain)) })
  }
  const solvers = new Set(trusted.flatMap(({ chain }) => toList(chain.solverAddresses).flatMap(toAddress)))
  const [evm] = solvers
  return {
    ...profile,
    chains: [...extended.values()],
    ...(!profile.solvers && evm && solvers.size === 1 && { solvers: { evm } }),
  }
}

/** Adds the listed contracts that the profile lacks, such as its routers' approval proxies. */
function addContracts(
  own: ServiceProfileChain | undefined,
  listed: Partial<ServiceProfileChain>,
): Partial<ServiceProfileChain> {
  const routers = own?.routers?.map((router) => {
    const same = listed.routers?.find(({ address }) => isAddressEqual(address, router.address))
    return { ...(same?.approvalProxy && { approvalProxy: same.approvalProxy }), ...router }
  })
  return { ...listed, ...own, ...(routers && { routers }) }
}

function readContracts({ contracts, protocol }: ChainRecord): Partial<ServiceProfileChain> {
  const [depository] = toAddress(protocol?.v2?.depository)
  const [address] = toAddress(contracts?.v3?.erc20Router)
  const [approvalProxy] = toAddress(contracts?.v3?.approvalProxy)
  return {
    ...(depository && { depository }),
    ...(address && {
      routers: [
        {
          address,
          ...newestCapabilities,
          label: 'listed',
          assumed: true,
          ...(approvalProxy && { approvalProxy }),
        },
      ],
    }),
  }
}

function toAddress(value: unknown): Address[] {
  const address = toBytes(value, [20])
  return address && address !== zeroAddress ? [address] : []
}
