import type { Address } from 'viem'
import type { SettlementFinality } from '../../rules/settled/types.js'
import type { OperationName, ServiceOperation } from './operations.js'

/** The capabilities of a router. The library depends on these, never on a router's label. */
export type RouterCapabilities = {
  /** Whether `multicall` and `cleanupErc20s` take a last argument `metadata`. */
  form: 'plain' | 'metadata'
  /** The extra fields of a Permit2 witness, besides relayer, refundTo, nftRecipient and calls. `msgValue` also has `metadata`. */
  witness: 'plain' | 'metadata' | 'msgValue'
  /** The form in which `SolverCallExecuted` logs a call: the call's data (`bytes`), or the keccak256 of the data (`hash`). */
  callLog: 'bytes' | 'hash'
}

/** A multicall router through which the solver fills, and the proxy that moves tokens into the router. */
export type ServiceProfileRouter = RouterCapabilities & {
  address: Address
  /**
   * The contract to approve tokens to. If there is none, approve nothing: anyone can move tokens that are approved to the
   * router itself.
   */
  approvalProxy?: Address
  /** A name for people, such as the service's version of the router. */
  label: string
  /** Set if the capabilities were not seen, but assumed to be those of the newest known router. */
  assumed?: true
}

export type ServiceProfileChain = {
  id: number
  /** The chain's name in orders. */
  name: string
  /** The native currency, for people. No check depends on it. */
  currency?: { symbol: string; decimals: number }
  /** The address for deposits on an EVM chain. The oracle counts only deposits to this address. */
  depository?: Address
  /**
   * Other depositories, in the chain's own address form, the current one first. On a chain of another virtual machine, these are
   * the only depositories. On an EVM chain, these take no new deposits, and no fill may be paid to them.
   */
  depositories?: readonly string[]
  /** The contract that converts the native currency to a token and back, 1:1, with `deposit()` and `withdraw(uint256)`. */
  wrappedNative?: Address
  /** Permit2, if it is not at its usual address on this chain. */
  permit2?: Address
  /** The routers of an EVM chain. The one in use comes first. */
  routers?: readonly ServiceProfileRouter[]
  /**
   * `unsettled`: the oracle no longer settles the chain, so a deposit there is refused. `delisted`: the oracle settles the
   * chain, but the service's documentation no longer lists it.
   */
  support?: 'unsettled' | 'delisted'
}

/** The blocks and seconds that the service's oracle waits for before it counts a transaction. Both must be reached. */
export type ServiceFinality = SettlementFinality

/** The values that differ between deployments of the service. An absent field is known only at run time. */
export type ServiceProfile = {
  name: string
  /** The day of the profile's values, in ISO 8601, and their source. */
  asOf?: { date: string; source: string }
  baseUrl?: string
  wsUrl?: string
  /**
   * The start of the URL of a request's page, for people. The request's id, or the hash of one of its transactions, is appended.
   */
  transactionPage?: string
  venueInfoUrl?: string
  venueExchangeUrl?: string
  /** The solver of each virtual machine. It fills and, on `evm`, signs attestations. */
  solvers?: { evm: Address; svm?: string; bvm?: string; tvm?: string }
  chains?: readonly ServiceProfileChain[]
  /** The operations that differ from the specification. */
  operations?: Readonly<Partial<Record<OperationName, ServiceOperation>>>
  /** The version of quotes that the client requests. Defaults to `v2`. */
  quoteVersion?: 'v2' | 'v3'
  /** EIP-712 domain name of the nonce mapping, the first of the two signatures of a venue withdrawal. */
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
   * The finality of EVM chains. `chains` overrides it for the chains that the service's configuration names, by their names in
   * orders. The confirmations of an authorization depend only on `chains`: for any other chain, one block is enough.
   */
  finality?: ServiceFinality & { chains?: Readonly<Record<string, ServiceFinality>> }
}
