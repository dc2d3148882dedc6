import { isKnownEvmChain } from './evmChains.js'

/** The virtual machines whose addresses can be encoded, by the service's own short names. `hederavm` is this library's name. */
export type ChainVm = 'evm' | 'svm' | 'bvm' | 'tvm' | 'hypevm' | 'lvm' | 'tonvm' | 'xrpvm' | 'hederavm'

/** The service's chains that are not EVM chains, by their names in orders. Some ids are not published. */
export const otherMachines: Readonly<Record<string, { id?: number; vm: Exclude<ChainVm, 'evm'> }>> = {
  hyperliquid: { id: 1337, vm: 'hypevm' },
  lighter: { id: 3586256, vm: 'lvm' },
  bitcoin: { id: 8253038, vm: 'bvm' },
  eclipse: { id: 9286185, vm: 'svm' },
  ton: { id: 224235520, vm: 'tonvm' },
  tron: { id: 728126428, vm: 'tvm' },
  solana: { id: 792703809, vm: 'svm' },
  xrp: { vm: 'xrpvm' },
  // Unconfirmed: the oracle lists no such chain, and no published order names one.
  hedera: { vm: 'hederavm' },
}

/**
 * Returns the virtual machine of a chain, given the chain's name in orders. Undefined if the name is not known.
 *
 * @param evmChains - Further EVM chains that the caller knows, by their names.
 */
export function chainVm(chainName: string, evmChains: readonly string[] = []): ChainVm | undefined {
  if (chainName === 'venue') return 'hypevm'
  if (Object.hasOwn(otherMachines, chainName)) return otherMachines[chainName]!.vm
  return isKnownEvmChain(chainName) || evmChains.includes(chainName) ? 'evm' : undefined
}

/**
 * Returns the virtual machine of a chain, given its name in an order or a profile that was already read. An unknown name counts
 * as an EVM chain.
 */
export function vmOfRead(chainName: string): ChainVm {
  return chainVm(chainName) ?? 'evm'
}

/** Whether a chain is an EVM chain. As in {@link vmOfRead}, an unknown name counts as one. */
export function isEvmChain(chainName: string): boolean {
  return vmOfRead(chainName) === 'evm'
}

/** Returns the virtual machine for the id of a chain that is not an EVM chain. Undefined for any other id. */
export function otherVmOfId(chainId: number): ChainVm | undefined {
  return Object.values(otherMachines).find(({ id }) => id === chainId)?.vm
}
