import type { Address, Hex } from 'viem'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import type { FillCheck } from '../../rules/accepts/checks.js'
import type { FillTerms } from '../../rules/accepts/readWay.js'
import type { Contradiction, HappenedKind } from '../../rules/happened/facts.js'
import type { FoundPayment } from './findPayment.js'
import type { Returned } from './readFill.js'
import type { Settlement } from './readSettlement.js'

/** A check that a receiver makes. The result comes from `inspectFill`, or follows from the receiver's state. */
export type ReceiverCheck = { name: FillCheck; ok: boolean; message?: string; remedy?: string }

/** The part that a check needs for a result. */
export type Need =
  | 'the order'
  | 'the order with its orderSignature'
  | "the order's id"
  | "the registrar's terms and termsSignature"
  | 'the order with its orderSignature, and the terms of the inbox'
  | 'the attestation of layout v1'
  | 'an attestation'
  | 'the payer'
  | "the recipient's proof"
  | 'an earlier block to search from'

/** A receiver's report of a request. Amounts are in the smallest unit. */
export type ReceiverReport = {
  chainId: number
  /** The chain's name. Null if unknown, absent if not looked up. */
  chain?: string | null
  /** The time of the chain's newest block, Unix seconds. */
  timestamp: number
  receiver: Address
  kind: ReceiverKind
  isSolverActive: boolean
  /**
   * The range of the attested route. Both values are zero if the receiver has no such route. Null without an attestation, which
   * determines the route.
   */
  route: { min: bigint; max: bigint } | null
  /** The status of the attested recipient. Null without an attestation. */
  recipientStatus: { allowed: boolean; hook: boolean } | null
  /**
   * Whether this receiver has measured a delivery for the request. Null if that can't be known without the order, and for inboxes,
   * which count claims and not orders.
   */
  isPaid: boolean | null
  /**
   * Whether the payment of a call is this order's own fill. Several orders can have the same call, which is paid only once.
   *
   * - True if the transaction's calldata ends with the order id, as for any fill. Also true if the transaction is a plain call
   *   and only this order's evidence was presented.
   * - Null if that is unknown. Absent if no call was paid.
   */
  isOwnFill?: boolean | null
  /** Whether a call of the order is authorized and not stale. Absent if the order has no call, or was paid. */
  isAuthorized?: boolean
  checks: ReceiverCheck[]
  /** The checks without a result, and the part that each one needs. */
  unknown: { name: FillCheck; needs: Need }[]
  /** The arguments for `inspectFill`. Absent if the evidence is not complete. */
  inspection?: { payer: Address; amount: bigint }
  /** The payment terms that the receiver applies to the evidence. A call's deadline may come before the order's deadline. */
  terms?: Pick<FillTerms, 'token' | 'minimum' | 'deadline'> & Unit
  /** The inbox, if its terms are known. */
  inbox?: {
    address: Address
    inboxHash: Hex
    token: Address
    /** The balance of the inbox. It does not count as paid: until a claim, `refundTo` can take it. */
    balance: bigint
    refundTo: Address
    /** The number of claims so far. A claim does not show which order was paid. */
    claims: bigint
    /** The checks that any claim would fail now, as far as the terms alone show. */
    failing: string[]
  }
  /** The payment, if one was found. */
  payment?: FoundPayment &
    Unit & {
      /**
       * Who paid: the solver that the receiver recorded, the order's fill contract, or another account. Absent if the order
       * is not known, and the solver did not pay.
       */
      payerIs?: 'solver' | 'fillContract' | 'other'
    }
  /** The contradictions between payment and evidence. Absent if there are none. */
  contradictions?: (Contradiction & { kind: HappenedKind })[]
  /** The reason why the payment was not found. */
  paymentNote?: string
  /** The order's payment, if the receiver returned it. */
  returned?: Returned &
    Unit & {
      /** The block's time, Unix seconds. */
      timestamp: number
    }
  /** The results of the settlement rules for the fill's transaction. Set if the transaction and the order are known. */
  settlement?: Settlement
}

/** The token's unit, as the service reports it. Null if unknown, absent if not looked up. */
type Unit = { symbol?: string | null; decimals?: number | null }
