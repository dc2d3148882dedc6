import type { Address, Hex } from 'viem'
import type { AttestationCheck } from '../../attestation/checkExpected.js'
import type { Attestation } from '../../attestation/types.js'
import type { ReceiverReport } from './readReceiver.js'

/** What `verify --json` prints. */
export type Verification = {
  /** Whether every check is ok, the receiver's among them. */
  valid: boolean
  requestId: Hex
  attestation: Attestation
  /** Who signed, trusted or not; null when the signature recovers nobody. */
  solver: Address | null
  checks: AttestationCheck[]
  /** Only with `--rpc-url` and `--receiver`. */
  onchain?: ReceiverReport
}
