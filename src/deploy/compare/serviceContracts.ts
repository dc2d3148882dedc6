import { type Address, getAddress, isAddress } from 'viem'
import { toList, toRecord } from '../../base/values.js'
import { listedRouters } from '../../service/profile/listedRouters.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { ChainRecord } from '../../service/resources/chain.js'

/** The service's accounts on one chain, from the service's list of chains and the profile. */
export type ServiceContracts = {
  /** The depository. Comes only from the list of chains. */
  depository?: Address | undefined
  /** The router that orders name now. Comes only from the list of chains. */
  routerInUse?: Address | undefined
  routers: readonly Address[]
  proxies: readonly Address[]
  /** The accounts that the service lists as senders of fills, and the profile's solver. */
  solvers: readonly Address[]
  /**
   * The account that signs: the profile's solver, if the chain lists it or lists no solver. If the profile has no solver, the
   * chain's only listed solver.
   */
  signer?: Address | undefined
}

/** Finds the service's accounts on one chain. `record` is the chain's entry in the service's list. */
export function serviceContracts(
  record: ChainRecord,
  { chains = [], solvers }: ServiceProfile,
): ServiceContracts {
  const listed = listedRouters(record)
  const known = chains.find(({ id }) => id === record.id)?.routers ?? []
  const routers = [...listed, ...known]
  // Includes a proxy that is listed without a router.
  const pairs = [record.contracts, ...Object.values(toRecord(record.contracts) ?? {})]
  const accounts = toAddresses(toList(record.solverAddresses))
  const [own] = toAddresses([solvers?.evm])
  const isListed = own !== undefined && (accounts.length === 0 || accounts.includes(own))
  return {
    depository: toAddresses([record.protocol?.v2?.depository])[0],
    routerInUse: toAddresses(listed.map(({ address }) => address))[0],
    routers: toAddresses(routers.map(({ address }) => address)),
    proxies: toAddresses([...pairs, ...known].map((pair) => toRecord(pair)?.approvalProxy)),
    solvers: toAddresses([own, ...accounts]),
    signer: isListed ? own : own === undefined && accounts.length === 1 ? accounts[0] : undefined,
  }
}

function toAddresses(values: readonly unknown[]): Address[] {
  const addresses = values.flatMap((value) =>
    typeof value === 'string' && isAddress(value, { strict: false }) ? [getAddress(value)] : [],
  )
  return [...new Set(addresses)]
}
