/** The virtual machines whose addresses can be encoded, by the service's own short names. */
export type ChainVm = 'evm' | 'svm' | 'bvm' | 'tvm' | 'hypevm' | 'lvm'

const otherVms: ReadonlyMap<string, ChainVm> = /* @__PURE__ */ new Map<string, ChainVm>([
  ['bitcoin', 'bvm'],
  ['solana', 'svm'],
  ['eclipse', 'svm'],
  ['tron', 'tvm'],
  ['hyperliquid', 'hypevm'],
  ['venue', 'hypevm'],
  ['lighter', 'lvm'],
])

/** Tells the virtual machine from an order's chain name. A name that is not known is an EVM chain's. */
export function chainVm(chainName: string): ChainVm {
  return otherVms.get(chainName) ?? 'evm'
}
