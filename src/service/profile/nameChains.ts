import { chainVm } from '../../protocol/order/chainVm.js'
import { withEvmChains } from '../../protocol/order/withEvmChains.js'
import type { ServiceProfile } from './types.js'

/** Names for an order the chains of a profile that are known by the profile alone. They are EVM chains. */
export function nameChains<order extends object>({ chains = [] }: ServiceProfile, orderData: order): order {
  const names = chains.map(({ name }) => name).filter((name) => chainVm(name) === undefined)
  return names.length > 0 ? withEvmChains(orderData, names) : orderData
}
