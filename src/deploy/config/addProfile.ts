import type { ServiceProfileChain } from '../../service/profile/types.js'
import type { KindName } from './kindConfigs.js'

/**
 * Adds the profile's fields of the chain to a configuration, whose own fields win.
 *
 * - Rule: by default a receiver accepts the service's routers. It always reserves the depositories and the approval
 *   proxies, since a payment to them could be taken by anyone, or by the service.
 *   By default a guard pays to the profile's depository.
 */
export function addProfile(
  kind: KindName,
  fields: Record<string, unknown>,
  chain: ServiceProfileChain | undefined,
): Record<string, unknown> {
  if (!chain) return fields
  const { name: chainName, routers = [], depositories = [] } = chain
  const depository = chain.depository?.toLowerCase()
  if (kind === 'paymentGuard') return { chainName, ...(depository && { depository }), ...fields }
  const ofProfile = {
    chainName,
    routers: routers.map(({ address }) => address.toLowerCase()),
    ...fields,
  }
  // A router that is its own proxy is either accepted, which is never paid, or reserved.
  const accepted = Array.isArray(ofProfile.routers)
    ? ofProfile.routers.map((value) => String(value).toLowerCase())
    : []
  const proxies = routers
    .map(({ approvalProxy }) => approvalProxy?.toLowerCase())
    .filter((proxy) => proxy && !accepted.includes(proxy))
  const others = depositories.map((address) => address.toLowerCase())
  return { ...ofProfile, reserved: addMissing(fields.reserved ?? [], [depository, ...others, ...proxies]) }
}

/** The schema refuses what is not a list. */
function addMissing(given: unknown, addresses: readonly (string | undefined)[]): unknown {
  if (!Array.isArray(given)) return given
  const known = given.map((value) => String(value).toLowerCase())
  return [...given, ...addresses.filter((address) => address && !known.includes(address))]
}
