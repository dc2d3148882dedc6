import type { Address, Hex } from 'viem'
import type { AttestationCheck } from '../protocol/attestation/checkExpected.js'
import type { Attestation } from '../protocol/attestation/types.js'
import type { OrderCheck, OrderReport } from '../rules/happened/judgeOrder.js'
import type { ReceiverReport } from './receiver/receiverReport.js'
import type { ServiceRecord } from './service/fetchRecord.js'
import { isPaidHere, type RequestOutcome } from './state/findOutcome.js'
import type { DecodedWords } from './words/decodeWords.js'

/** The report of `verify --json`. */
export type Verification = RequestOutcome & {
  /**
   * Whether the request is genuine. With a receiver, the request must also be paid there without contradictions, or not be
   * known to be over; and every check must pass, unless the payment explains the failure. The settlement does not count.
   */
  valid: boolean
  /** Whether a trusted solver signed these terms. Null if nothing signed was found. */
  genuine: boolean | null
  requestId: Hex
  /** Null if the service publishes no attestations. The evidence is then the order that the solver signed. */
  attestation: Attestation | null
  /** The attested words in readable form. Names are not signed. */
  decoded: DecodedWords | null
  /** The recovered address. It is a trusted signer's only if the check `solver` passes. Null if nothing was recovered. */
  solver: Address | null
  checks: (AttestationCheck | OrderCheck)[]
  /** The report of the order. Set if the caller gave an order. */
  order?: OrderReport
  /** The reason why no stored quote has the order. */
  orderProblem?: string
  /** The deadline of a registrar's terms, Unix seconds. Only a receiver can check the terms' signature. */
  termsDeadline?: number
  /** The service's report, which has more fields with an API key. Trust: the service's word. */
  record?: ServiceRecord
  /** The receiver's report. Set if a receiver was named. */
  onchain?: ReceiverReport
  /** What could not be learned, and why. */
  notes: string[]
}

const explainedByPayment: readonly string[] = ['deadline', 'duplicate', 'expiry', 'payment']

/** Returns whether a check fails only because the request was paid, or because time has passed since. */
export function isExcused(name: string, onchain: ReceiverReport | undefined): boolean {
  return isPaidHere(onchain) && explainedByPayment.includes(name)
}

/** Returns whether every check of the signer and the terms passes. The deadline does not count. */
export function isGenuine(checks: Verification['checks']): boolean {
  return checks.every(({ name, ok }) => ok || name === 'deadline')
}

/** Returns the value of `valid`. */
export function isValid({
  genuine,
  outcome,
  onchain,
  checks,
}: Pick<Verification, 'genuine' | 'outcome' | 'onchain' | 'checks'>): boolean {
  if (!genuine) return false
  if (!onchain) return true
  if (onchain.contradictions) return false
  const rows = [...checks, ...onchain.checks]
  const isOpen = outcome === 'paid' || outcome === 'waiting' || outcome === 'unknown'
  return isOpen && rows.every(({ name, ok }) => ok || isExcused(name, onchain))
}
