import type { ServiceProfileChain } from '../../service/profile/types.js'
import type { KindName } from './kindConfigs.js'

/**
 * Adds what the service's profile says of the chain to the fields of a configuration, which win.
 *
 * - Rule: a receiver accepts the service's routers where no routers are named, and reserves the depository and the
 *   approval proxies in any case: a payment to one of them would be anybody's, or the service's.
 *   A guard pays to the depository of the profile where none is named.
 */
export function addProfile(
  kind: KindName,
  fields: Record<string, unknown>,
  chain: ServiceProfileChain | undefined,
): Record<string, unknown> {
  if (!chain) return fields
  const { name: chainName, routers = [] } = chain
  const depository = chain.depository?.toLowerCase()
  if (kind === 'paymentGuard') return { chainName, ...(depository && { depository }), ...fields }
  const proxies = routers.map(({ approvalProxy }) => approvalProxy?.toLowerCase())
  return {
    chainName,
    routers: routers.map(({ address }) => address.toLowerCase()),
    ...fields,
    reserved: addMissing(fields.reserved ?? [], [depository, ...proxies]),
  }
}

/** What is no list is left for the schema to refuse. */
function addMissing(said: unknown, addresses: readonly (string | undefined)[]): unknown {
  if (!Array.isArray(said)) return said
  const known = said.map((value) => String(value).toLowerCase())
  return [...said, ...addresses.filter((address) => address && !known.includes(address))]
}
