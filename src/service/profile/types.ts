import type { Address } from 'viem'
import type { SettlementFinality } from '../../rules/settled/types.js'
import type { OperationName, ServiceOperation } from './operations.js'

/** What a router can do. Code decides by these, never by a router's label. */
export type RouterCapabilities = {
  /** Whether `multicall` and `cleanupErc20s` take a last argument `metadata`. */
  form: 'plain' | 'metadata'
  /** What a Permit2 witness has besides relayer, refundTo, nftRecipient and calls: `msgValue` has `metadata` too. */
  witness: 'plain' | 'metadata' | 'msgValue'
  /** What `SolverCallExecuted` logs of a call: its data, or their keccak256. */
  callLog: 'bytes' | 'hash'
}

/** A multicall router through which the solver fills, and the proxy that brings tokens into it. */
export type ServiceProfileRouter = RouterCapabilities & {
  address: Address
  /**
   * The contract to approve tokens to. Without one, approve nothing: anyone can move what was approved to the router
   * itself.
   */
  approvalProxy?: Address
  /** A name for people, such as the version that the service gives it. */
  label: string
  /** The capabilities were not seen: they are those of the newest router that is known. */
  assumed?: true
}

export type ServiceProfileChain = {
  id: number
  /** The chain's name in orders. */
  name: string
  /** The native currency, for people: no check depends on it. */
  currency?: { symbol: string; decimals: number }
  /** Where deposits are paid on an EVM chain. The oracle counts those of this one address. */
  depository?: Address
  /**
   * Other depositories, in the chain's own address form, the current one first. On a chain of another virtual machine
   * these are its only depositories. On an EVM chain they take no new deposits, and no fill may be paid to them.
   */
  depositories?: readonly string[]
  /** Turns the native currency into a token and back, 1:1, with `deposit()` and `withdraw(uint256)`. */
  wrappedNative?: Address
  /** Permit2, where it is not at the address that it has on nearly every chain. */
  permit2?: Address
  /** Routers of an EVM chain, the one in use first. */
  routers?: readonly ServiceProfileRouter[]
  /**
   * `unsettled`: the oracle no longer settles the chain, so that a deposit there is refused. `delisted`: the oracle
   * settles it, and the service's documentation no longer lists it.
   */
  support?: 'unsettled' | 'delisted'
}

/** How long the service's oracle waits before it counts a transaction. Both must be reached. */
export type ServiceFinality = SettlementFinality

/** The values that differ between deployments of the service. An absent field is known only at run time. */
export type ServiceProfile = {
  name: string
  /** The day of which the profile is, in ISO 8601, and where its values are from. */
  asOf?: { date: string; source: string }
  baseUrl?: string
  wsUrl?: string
  venueInfoUrl?: string
  venueExchangeUrl?: string
  /** Each virtual machine's solver, who fills and, on `evm`, signs attestations. */
  solvers?: { evm: Address; svm?: string; bvm?: string; tvm?: string }
  chains?: readonly ServiceProfileChain[]
  /** Operations that are not what the specification says of them. */
  operations?: Readonly<Partial<Record<OperationName, ServiceOperation>>>
  /** The version of quotes that the client asks for; `v2` by default. */
  quoteVersion?: 'v2' | 'v3'
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
