import type { Address, Hex } from 'viem'
import type { AttestationCheck } from '../protocol/attestation/checkExpected.js'
import type { Attestation } from '../protocol/attestation/types.js'
import { isOutlived } from '../rules/accepts/checks.js'
import type { OrderCheck, OrderReport } from '../rules/happened/judgeOrder.js'
import type { RefundPlace } from './order/findRefundPlace.js'
import type { ReceiverReport } from './receiver/receiverReport.js'
import type { ServiceRecord } from './service/fetchRecord.js'
import { isPaidHere, type RequestOutcome } from './state/findOutcome.js'
import type { DecodedWords } from './words/decodeWords.js'

/** The report of `verify --json`. */
export type Verification = RequestOutcome & {
  /**
   * Whether the request is genuine. With a receiver, three more conditions must hold:
   *
   * - The payment does not contradict the evidence.
   * - The request is paid there, or is not known to be over.
   * - Every check passes, or fails only because the request was paid. The settlement does not count.
   */
  valid: boolean
  /** Whether a trusted solver signed these terms. Null if nothing signed was found. */
  genuine: boolean | null
  requestId: Hex
  /** Null if the service publishes no attestations. The evidence is then the order that the solver signed. */
  attestation: Attestation | null
  /** The attested words in readable form. Names are not signed. */
  decoded: DecodedWords | null
  /** The recovered address. Null if nothing was recovered. It is a trusted signer only if the check `solver` passes. */
  solver: Address | null
  checks: (AttestationCheck | OrderCheck)[]
  /** The report of the order. Set if the caller gave an order. */
  order?: OrderReport
  /** Why none of the stored quotes has the request's order. */
  orderProblem?: string
  /** The deadline of a registrar's terms, Unix seconds. Only a receiver can check the terms' signature. */
  termsDeadline?: number
  /** The service's report, which has more fields with an API key. Trust: the service's word. */
  record?: ServiceRecord
  /** Where to look for the refund. Absent if the service reports no refund, or not one chain for it. */
  refundPlace?: RefundPlace
  /** The receiver's report. Set if a receiver was named. */
  onchain?: ReceiverReport
  /** What could not be learned, and why. */
  notes: string[]
}

/** The signed deadline of a request, Unix seconds: the order's deadline, or the deadline that the receiver applies, if earlier. */
export function deadlineOf({ order, onchain }: Pick<Verification, 'order' | 'onchain'>): number | undefined {
  const own = order?.evidence === 'none' ? undefined : order?.deadline
  const known = [own, onchain?.terms?.deadline].filter((deadline) => deadline !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/**
 * Returns whether a check fails only because the request was paid, because time has passed since the payment, or because the
 * inbox is empty.
 */
export function isExcused(name: string, onchain: ReceiverReport | undefined): boolean {
  if (onchain?.inbox?.balance === 0n && name === 'payment') return true
  return isPaidHere(onchain) && (name === 'deadline' || isOutlived(name))
}

/** Returns whether every check of the signer and the terms passes. The deadline does not count. */
export function isGenuine(checks: Verification['checks']): boolean {
  return checks.every(({ name, ok }) => ok || name === 'deadline')
}

export function isValid(
  parameters: Pick<Verification, 'genuine' | 'outcome' | 'onchain' | 'checks'>,
): boolean {
  const { genuine, outcome, onchain, checks } = parameters
  if (!genuine) return false
  if (!onchain) return true
  if (onchain.contradictions) return false
  const rows = [...checks, ...onchain.checks]
  const isOpen = outcome === 'paid' || outcome === 'waiting' || outcome === 'unknown'
  return isOpen && rows.every(({ name, ok }) => ok || isExcused(name, onchain))
}
