import type { Address } from 'viem'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import type { FillCheck } from '../../rules/accepts/checks.js'
import type { Contradiction, HappenedKind } from '../../rules/happened/facts.js'
import type { FoundPayment } from './findPayment.js'
import type { Returned } from './readFill.js'
import type { Settlement } from './readSettlement.js'

/** A check that a receiver makes: `inspectFill`'s answer, or a conclusion from the state. */
export type ReceiverCheck = {
  name: FillCheck
  ok: boolean
  /** Why it fails. */
  message?: string
  /** The advice for its failure. */
  remedy?: string
}

/** The part that a check lacks for an answer. */
export type Need =
  | 'the order'
  | 'the order with its orderSignature'
  | "the order's id"
  | "the registrar's terms and termsSignature"
  | 'the attestation of layout v1'
  | 'an attestation'
  | 'the payer'
  | "the recipient's proof"
  | 'an earlier block to search from'

/** A receiver's report of a request. Amounts are in the smallest unit. */
export type ReceiverReport = {
  chainId: number
  /** Its name; null is unknown, and absent not looked up. */
  chain?: string | null
  receiver: Address
  kind: ReceiverKind
  isSolverActive: boolean
  /** Both zero where there is no route; null without an attestation, which names it. */
  route: { min: bigint; max: bigint } | null
  /** Of the attested recipient; null without one. */
  recipientStatus: { allowed: boolean; hook: boolean } | null
  /** Whether this receiver has measured a delivery for the request; null where only the order would give its id. */
  isPaid: boolean | null
  /**
   * Where a call was paid: whether the transaction ends with the order's id, as a fill does, or it is a plain call, and this
   * order's evidence alone was presented. Null where that can't be told. Several orders can have a call, which is paid once.
   */
  isOwnFill?: boolean | null
  /** Whether a call of the order is authorized and not stale; absent where there is none, or it was paid. */
  isAuthorized?: boolean
  checks: ReceiverCheck[]
  /** Checks without a result, and what each one needs. */
  unknown: { name: FillCheck; needs: Need }[]
  /** The question to `inspectFill`; absent without the evidence. */
  inspection?: { payer: Address; amount: bigint }
  /** The payment, when there was one and it was found. */
  payment?: FoundPayment & Unit
  /** What the payment contradicts of the evidence; absent where nothing does. */
  contradictions?: (Contradiction & { kind: HappenedKind })[]
  /** Why a payment was not found. */
  paymentNote?: string
  /** The order's payment, where the receiver returned it. */
  returned?: Returned &
    Unit & {
      /** The block's time, Unix seconds. */
      timestamp: number
    }
  /** The rules for the fill's transaction, where it and the order are known. */
  settlement?: Settlement
}

/** The token as the service names it; null is unknown, and absent not looked up. */
type Unit = { symbol?: string | null; decimals?: number | null }
