/** The virtual machines whose addresses can be encoded, by the service's own short names. */
export type ChainVm = 'evm' | 'svm' | 'bvm' | 'tvm' | 'hypevm' | 'lvm'

/** The service's chains that are not EVM chains, by their names in orders. */
export const otherMachines = {
  hyperliquid: { id: 1337, vm: 'hypevm' },
  lighter: { id: 3586256, vm: 'lvm' },
  bitcoin: { id: 8253038, vm: 'bvm' },
  eclipse: { id: 9286185, vm: 'svm' },
  tron: { id: 728126428, vm: 'tvm' },
  solana: { id: 792703809, vm: 'svm' },
} as const satisfies Record<string, { id: number; vm: ChainVm }>

/** The virtual machine of an order's chain name. An unknown name is an EVM chain's. */
export function chainVm(chainName: string): ChainVm {
  if (chainName === 'venue') return 'hypevm'
  return Object.hasOwn(otherMachines, chainName)
    ? otherMachines[chainName as keyof typeof otherMachines].vm
    : 'evm'
}

/** As {@link chainVm}, from a chain's id. */
export function chainVmOfId(chainId: number): ChainVm {
  return Object.values(otherMachines).find(({ id }) => id === chainId)?.vm ?? 'evm'
}
