import type { Address, Hex } from 'viem'
import type { AttestationCheck } from '../protocol/attestation/checkExpected.js'
import type { Attestation } from '../protocol/attestation/types.js'
import type { OrderCheck, OrderReport } from './order/checkOrder.js'
import type { DecodedWords } from './words/decodeWords.js'
import type { ServiceRecord } from './fetchRecord.js'
import type { ReceiverReport } from './receiver/readReceiver.js'

/** What `verify --json` prints. */
export type Verification = {
  /**
   * Whether every check is ok, the receiver's among them, and no payment was returned. What a payment explains counts for
   * nothing, and neither does the settlement.
   */
  valid: boolean
  requestId: Hex
  attestation: Attestation
  /** The signed words as people read them; names are not signed. */
  decoded: DecodedWords
  /** Who signed, trusted or not; null when the signature recovers nobody. */
  solver: Address | null
  checks: (AttestationCheck | OrderCheck)[]
  /** Where one was given, by `--order` or by the service. */
  order?: OrderReport
  /** Unix seconds: of a registrar's terms, which `--order` gave. Only a receiver can tell who signed them. */
  termsDeadline?: number
  /** With an API key. */
  record?: ServiceRecord
  /** Only with `--rpc-url` and `--receiver`. */
  onchain?: ReceiverReport
  /** What could not be learned, and why. */
  notes: string[]
}

const explainedByPayment: ReadonlySet<string> = new Set(['deadline', 'duplicate', 'expiry', 'payment'])

/** Whether a failing check says no more than that the request was paid, and that time went on. */
export function isExcused(name: string, onchain: ReceiverReport | undefined): boolean {
  return onchain?.isPaid === true && explainedByPayment.has(name)
}
