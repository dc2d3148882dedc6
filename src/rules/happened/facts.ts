import type { Address, Hash, Hex } from 'viem'
import type { Payment } from '../../protocol/payment/payment.js'

/** A contradiction between what a chain shows and what was signed, reported or given. */
export type Contradiction = { expected: unknown; actual: unknown; message: string }

export type HappenedKind =
  | 'orderMismatch'
  | 'recipientMismatch'
  | 'amountShort'
  | 'expired'
  | 'paidTwice'
  | 'attestationMissing'
  | 'attestationChanged'
  | 'solverMismatch'
  | 'wrongChain'
  | 'notSuccessful'
  | 'otherTransaction'

/** A signed hash, and who signed it; null if the signature is invalid. */
export type SignedHash = { hash: Hex; signer: Address | null }

/** What can be known of a fill that a receiver accepted, by who says it. Amounts are in the smallest unit. */
export type HappenedFacts = MeasuredFacts & SignedFacts & ServiceFacts & { solvers: readonly Address[] }

/** Said by the destination chain. */
type MeasuredFacts = {
  chainId: number
  /** The receiver's event. */
  fill: {
    id: Hex
    token: Address
    recipient: Address
    solver: Address
    amount: bigint
    /** Unix seconds. */
    blockTime: number
    transactionHash: Hash
  }
  /** What arrived at the recipient. */
  delivered: bigint
  /** The transaction that filled the same order before; null for none. */
  earlierFill: Hash | null
  /** Whether the receiver has, or had, an authorization of the call. */
  isAuthorized: boolean
  /** The last deadline of the call's authorizations, Unix seconds. */
  authorizedUntil: number
}

/** Said by the solver or a registrar: the evidence that the receiver accepted. */
type SignedFacts = {
  terms: Pick<Payment, 'token' | 'recipient' | 'minimum' | 'deadline'>
  /** Another order, whose evidence the transaction brings; null for none. */
  otherId: Hex | null
  accepted: SignedHash
  /** Who signed other orders that authorize the same call: the receiver names one signer of them all. */
  otherSigners: readonly Address[]
  /** The hash that was accepted, or that an earlier check saw; null if neither is known. */
  acceptedHash: string | null
  words: { destinationChainId: bigint; destinationUser: Hex }
}

/** Said by the service, or without attestations by the evidence. */
type ServiceFacts = {
  requestId: Hex
  /** The hash of the attestation that the service publishes; null for none. */
  published: Hex | null
  claim: SignedHash
  status: string
  /** The transactions that a success names; never empty. */
  statedFills: readonly string[]
}
