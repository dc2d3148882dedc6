import type { Address, Hex } from 'viem'
import type { AttestationCheck } from '../protocol/attestation/checkExpected.js'
import type { Attestation } from '../protocol/attestation/types.js'
import type { OrderCheck, OrderReport } from '../rules/happened/judgeOrder.js'
import type { ReceiverReport } from './receiver/report.js'
import type { ServiceRecord } from './service/fetchRecord.js'
import { isPaidHere, type RequestOutcome } from './state/findOutcome.js'
import type { DecodedWords } from './words/decodeWords.js'

/** The report of `verify --json`. */
export type Verification = RequestOutcome & {
  /**
   * Whether the exit status is 0: it is genuine, and with a receiver it was paid there as the evidence says, or every row passes and nothing
   * says that it is over. Failures that the payment explains don't count, and neither does the settlement.
   */
  valid: boolean
  /** Whether a trusted solver signed these terms; null where nothing signed was found. */
  genuine: boolean | null
  requestId: Hex
  /** Null where the service publishes none: the order that the solver signed is the evidence. */
  attestation: Attestation | null
  /** The attested words in readable form; names are not signed. */
  decoded: DecodedWords | null
  /** The recovered address: the signer's where the check `solver` passes, else anyone's or no one's. Null when there is none. */
  solver: Address | null
  checks: (AttestationCheck | OrderCheck)[]
  /** Where the caller gave one. */
  order?: OrderReport
  /** Why none of the kept quotes has it. */
  orderProblem?: string
  /** Unix seconds: of a registrar's terms. Only a receiver can check their signature. */
  termsDeadline?: number
  /** The service's word; with an API key it has more. */
  record?: ServiceRecord
  /** Where a receiver was named. */
  onchain?: ReceiverReport
  /** Each says what could not be learned, and why. */
  notes: string[]
}

const explainedByPayment: readonly string[] = ['deadline', 'duplicate', 'expiry', 'payment']

/** Returns whether a check fails only because the request was paid, and time went on. */
export function isExcused(name: string, onchain: ReceiverReport | undefined): boolean {
  return isPaidHere(onchain) && explainedByPayment.includes(name)
}

/** Returns whether every check of who signed, and which terms, passes. The deadline is not one of them. */
export function isGenuine(checks: Verification['checks']): boolean {
  return checks.every(({ name, ok }) => ok || name === 'deadline')
}

/** Decides `valid`. */
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
