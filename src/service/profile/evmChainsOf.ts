import { chainVm } from '../../protocol/order/chainVm.js'
import type { ServiceProfileChain } from './types.js'

/** Chains by their names in orders, as a profile lists them. */
export type NamedChains = readonly Pick<ServiceProfileChain, 'name'>[]

/** Returns the names of those chains of a profile that the library does not know by name. Such chains count as EVM chains. */
export function evmChainsOf({ chains = [] }: { chains?: NamedChains | undefined }): string[] {
  return chains.map(({ name }) => name).filter((name) => chainVm(name) === undefined)
}
