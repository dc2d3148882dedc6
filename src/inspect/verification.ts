import type { Address, Hex } from 'viem'
import type { AttestationCheck } from '../protocol/attestation/checkExpected.js'
import type { Attestation } from '../protocol/attestation/types.js'
import type { ServiceRecord } from './fetchRecord.js'
import type { OrderCheck, OrderReport } from './order/checkOrder.js'
import type { ReceiverReport } from './receiver/report.js'
import type { DecodedWords } from './words/decodeWords.js'

/** What `verify --json` prints. */
export type Verification = {
  /**
   * Whether every check passes, the receiver's included, and no payment was returned. Failures that the payment explains
   * don't count, and neither does the settlement.
   */
  valid: boolean
  requestId: Hex
  attestation: Attestation
  /** The signed words in readable form; names are not signed. */
  decoded: DecodedWords
  /** The signer, trusted or not; null when the signature recovers no address. */
  solver: Address | null
  checks: (AttestationCheck | OrderCheck)[]
  /** Where the caller gave one. */
  order?: OrderReport
  /** Why none of the kept quotes has it. */
  orderProblem?: string
  /** Unix seconds: of a registrar's terms. Only a receiver can check their signature. */
  termsDeadline?: number
  /** With an API key. */
  record?: ServiceRecord
  /** Where a receiver was named. */
  onchain?: ReceiverReport
  /** What could not be learned, and why. */
  notes: string[]
}

const explainedByPayment: readonly string[] = ['deadline', 'duplicate', 'expiry', 'payment']

/** Whether a check fails only because the request was paid, and time went on. */
export function isExcused(name: string, onchain: ReceiverReport | undefined): boolean {
  return onchain?.isPaid === true && explainedByPayment.includes(name)
}
