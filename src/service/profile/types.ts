import type { Address } from 'viem'

/** Which functions a router has: those of v3 take one argument more, `metadata`. */
export type RouterVersion = 'v3' | 'v2.1'

/** A multicall router through which the solver fills, and the proxy that brings tokens into it. */
export type ServiceProfileRouter = {
  address: Address
  version: RouterVersion
  /**
   * The contract to approve tokens to. Without one, approve nothing: anyone can move what was approved to the router
   * itself.
   */
  approvalProxy?: Address
}

export type ServiceProfileChain = {
  id: number
  /** The chain's name in orders. */
  name: string
  /** Where deposits are paid on an EVM chain. The oracle counts those of this one address. */
  depository?: Address
  /**
   * Other depositories, in the chain's own address form, the current one first. On a chain of another virtual machine
   * these are its only depositories. On an EVM chain they take no new deposits, and no fill may be paid to them.
   */
  depositories?: readonly string[]
  /** Routers of an EVM chain, the one in use first. */
  routers?: readonly ServiceProfileRouter[]
  /**
   * `unsettled`: the oracle no longer settles the chain, so that a deposit there is refused. `delisted`: the oracle
   * settles it, and the service's documentation no longer lists it.
   */
  support?: 'unsettled' | 'delisted'
}

/** How long the service's oracle waits before it counts a transaction. Both must be reached. */
export type ServiceFinality = { blocks: number; seconds: number }

/** The values that differ between deployments of the service. An absent field is known only at run time. */
export type ServiceProfile = {
  name: string
  baseUrl?: string
  wsUrl?: string
  venueInfoUrl?: string
  venueExchangeUrl?: string
  /** Each virtual machine's solver, who fills and, on `evm`, signs attestations. */
  solvers?: { evm: Address; svm?: string; bvm?: string; tvm?: string }
  chains?: readonly ServiceProfileChain[]
  /** EIP-712 domain name of the nonce mapping that a venue withdrawal signs. */
  nonceMappingDomainName: string
  venue: {
    chainId: number
    chainName: string
    /** The field of the signed action that names the venue's network. */
    chainField: string
    /** EIP-712 primary type of the signed action. */
    sendAssetType: string
    /** EIP-712 domain name of the signed action. */
    signDomainName: string
    depository?: Address
  }
  /**
   * Applies to EVM chains. `chains` lists those that the service's configuration names, by their name in orders. An
   * authorization waits only for the blocks of `chains`.
   */
  finality?: ServiceFinality & { chains?: Readonly<Record<string, ServiceFinality>> }
}
