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
  | 'inboxMismatch'
  | 'returned'
  | 'moneyWaits'

/** A signed hash and its signer. The signer is null if the signature is invalid. */
export type SignedHash = { hash: Hex; signer: Address | null }

/** The facts of a fill that a receiver accepted, grouped by source. Amounts are in the smallest unit. */
export type HappenedFacts = MeasuredFacts & SignedFacts & ServiceFacts & { solvers: readonly Address[] }

/** Facts from the destination chain. */
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
  /**
   * For a claim: the address that follows from the receiver and the hash of the inbox's terms, and the accounts that the
   * receiver's events name as the payer and as the inbox.
   */
  inbox: { address: Address; payer: Address; named: Address }
  /** A refund of an inbox: the receiver's event, and the terms of the inbox. */
  refund: Refund
  /** The account that called the receiver for the refund. Null if it is unknown, and any account may make this refund. */
  refunder: Address | null
  /** Money in an inbox, with no claim or refund of it after the block `since`. */
  waiting: Waiting
  /** How long money may lie in an inbox, in seconds. */
  claimDelay: number
  /** The amount that arrived at the recipient. */
  delivered: bigint
  /** An earlier transaction that filled the same order. Null if there is none. */
  earlierFill: Hash | null
  /** Whether the receiver has, or had, an authorization of the call. */
  isAuthorized: boolean
  /** The latest deadline among the authorizations of the call, Unix seconds. */
  authorizedUntil: number
}

type Waiting = {
  inbox: Address
  token: Address
  /** The balance at the block `end`. */
  balance: bigint
  /** The first block at which the balance was read, and the last block. Times are Unix seconds. */
  since: { block: bigint; time: number }
  end: { block: bigint; time: number }
}

export type Refund = {
  token: Address
  to: Address
  /** Unix seconds. */
  blockTime: number
  terms: { token: Address; refundTo: Address; deadline: number }
}

/** Facts from the solver or a registrar: the evidence that the receiver accepted. */
type SignedFacts = {
  terms: Pick<Payment, 'token' | 'recipient' | 'minimum' | 'deadline'>
  /** Another order whose evidence the transaction carries. Null if there is none. */
  otherId: Hex | null
  accepted: SignedHash
  /** The signers of other orders that authorize the same call. The receiver's event names only one of all the signers. */
  otherSigners: readonly Address[]
  /** The hash of the accepted evidence, or else the hash that an earlier check of the fill noted. Null if neither is known. */
  acceptedHash: string | null
  words: { destinationChainId: bigint; destinationUser: Hex }
}

/** Facts from the service, or from the evidence if the service has no attestations. */
type ServiceFacts = {
  requestId: Hex
  /** The hash of the attestation that the service publishes. Null if there is none. */
  published: Hex | null
  claim: SignedHash
  status: string
  /** The transactions that the service reports for a success. Never empty. */
  statedFills: readonly string[]
}
