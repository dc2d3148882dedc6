import { chainVm } from '../../protocol/order/chainVm.js'
import { withEvmChains } from '../../protocol/order/withEvmChains.js'
import type { ServiceProfileChain } from './types.js'

/** Chains by their names in orders, as a profile lists them. */
export type NamedChains = readonly Pick<ServiceProfileChain, 'name'>[]

/** Names for an order the chains of a profile that are known by the profile alone. They are EVM chains. */
export function nameChains<order extends object>(
  { chains = [] }: { chains?: NamedChains | undefined },
  orderData: order,
): order {
  const names = chains.map(({ name }) => name).filter((name) => chainVm(name) === undefined)
  return names.length > 0 ? withEvmChains(orderData, names) : orderData
}
