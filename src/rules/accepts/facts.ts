import type { Address, Hex } from 'viem'
import type { Signed, SolverWindow } from '../signer.js'
import type { Claims } from './claims.js'
import type { FillTerms, FillWay } from './readWay.js'

/** Amounts that a list allows. A maximum of zero is no entry. */
type Range = readonly [min: bigint, max: bigint]

/** What was claimed for an origin, and the route that the receiver has for it. */
export type MeasuredOrigin = { chainId: bigint; currency: Hex; isEvm: boolean; range: Range }

/** What can be known of a fill before it is made, by who says it. Amounts are in the smallest unit. */
export type FillFacts = SignedFacts & MeasuredFacts & GivenFacts

/** Said by the solver or a registrar, once the rule `signature` or `terms` holds. */
type SignedFacts = {
  claims: Claims
  way: FillWay
  /** Of the way; absent where it has none. */
  terms: FillTerms
  signed: Signed
  /** Of the attestation; orders are `v1`. */
  layout: string
  /** Each destination that is named; 0 for a name that the receiver does not know. */
  destinations: readonly bigint[]
}

/** Said by the destination chain, at one block. */
type MeasuredFacts = {
  chainId: bigint
  /** Unix seconds. */
  timestamp: bigint
  isPaused: boolean
  solver: SolverWindow
  origins: readonly MeasuredOrigin[]
  /** The amounts sent by a route that the receiver has. */
  amountsSent: readonly { amount: bigint; range: Range }[]
  /** Whether the order's fill contract is on the list of routers. */
  isRouter: boolean
  /** Null where no registrar is needed. */
  registrar: { digest: Hex; signer: Address; isRegistrar: boolean } | null
  /** The request that the call is linked to; zero for none, and where none is needed. */
  linkedRequest: Hex
  tokenRange: Range
  recipient: {
    /** The attested word, where there is one. */
    attested: Hex | undefined
    /** The one that would be paid; undefined for a word that is no EVM address. */
    account: Address | undefined
    /** The token that it would be paid in. */
    token?: Address
    isReserved: boolean
    isListed: boolean
    /** Of the tree of recipients; zero for none. */
    root: Hex
  }
  /** Whether each id that is paid once was paid. */
  paid: readonly { id: Hex; isPaid: boolean }[]
  /** What the payer could pay of the token. */
  available: bigint
}

/** Said by the caller. */
type GivenFacts = {
  receiver: Address
  payer: Address
  amount: bigint
  /** The hook's flag as a word, then the path; empty for none. */
  recipientProof: readonly Hex[]
}
