import type { Address, Hex } from 'viem'
import type { Signed, SolverWindow } from '../signer.js'
import type { Claims } from './claims.js'
import type { FillTerms, FillWay } from './readWay.js'

/** The amounts that a list allows. A maximum of zero means that the list has no entry. */
type Range = readonly [min: bigint, max: bigint]

/** The origin that the evidence claims, and the receiver's route for that origin. */
export type MeasuredOrigin = { chainId: bigint; currency: Hex; isEvm: boolean; range: Range }

/** The facts of a fill that can be known before it is made, grouped by source. Amounts are in the smallest unit. */
export type FillFacts = SignedFacts & MeasuredFacts & GivenFacts

/** Facts from the solver or a registrar. The signer vouches for them only if the rule `signature` or `terms` holds. */
type SignedFacts = {
  claims: Claims
  way: FillWay
  /** The terms of `way`. Absent if `way` has none. */
  terms: FillTerms
  signed: Signed
  /** The attestation's layout. For evidence without an attestation, `v1`. */
  layout: string
  /** The id of each destination chain that the evidence names, or 0 for a chain name that the receiver does not know. */
  destinations: readonly bigint[]
}

/** Facts from the destination chain, at one block. */
type MeasuredFacts = {
  chainId: bigint
  /** Unix seconds. */
  timestamp: bigint
  isPaused: boolean
  solver: SolverWindow
  origins: readonly MeasuredOrigin[]
  /** The amounts sent, one for each origin that has a route at the receiver. */
  amountsSent: readonly { amount: bigint; range: Range }[]
  /** Whether the order's fill contract is on the list of routers. */
  isRouter: boolean
  /** The signer of the registered terms. Null if the evidence needs no registrar. */
  registrar: { digest: Hex; signer: Address; isRegistrar: boolean } | null
  /** The request that registered terms already linked to the call. Zero if there is no link. */
  linkedRequest: Hex
  tokenRange: Range
  recipient: {
    /** The recipient's word in the attestation. Undefined if there is no attestation. */
    attested: Hex | undefined
    /** The recipient that would be paid. Undefined for a word that is not an EVM address. */
    account: Address | undefined
    /** The token that the recipient would be paid in. */
    token?: Address
    isReserved: boolean
    isListed: boolean
    /** Whether the list has the recipient with a hook. */
    hasHook?: boolean
    /** The root of the tree of recipients. Zero if there is no tree. */
    root: Hex
  }
  /** The ids that are paid at most once, and whether each was paid. */
  paid: readonly { id: Hex; isPaid: boolean }[]
  /** The amount of the token that the payer could pay. */
  available: bigint
}

/** Facts from the caller. */
type GivenFacts = {
  receiver: Address
  /** The account that pays or, for an inbox, that claims. Zero if it is not known. */
  payer: Address
  /** The amount paid or, for an inbox, its balance. */
  amount: bigint
  /** The hook's flag as a word, then the path. Empty if there is no proof. */
  recipientProof: readonly Hex[]
}
