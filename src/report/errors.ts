import type { Address } from 'viem'
import { defineError } from '../base/defineError.js'
import { FillproofError } from '../base/FillproofError.js'

/** The receiver's address has no code, or a contract that is not a receiver. */
export class ReceiverNotFoundError extends /* @__PURE__ */ defineError(
  'ReceiverNotFoundError',
  ({ receiver }: { receiver: Address; cause: unknown }) =>
    `There is no receiver at ${receiver} on this chain.`,
  "Check the receiver's address, and that the node serves the destination chain.",
) {}

/** The text is not evidence, or nothing can be found for the evidence. */
export class EvidenceTextError extends FillproofError<'EvidenceTextError'> {
  constructor(shortMessage: string, metaMessages: readonly string[] = []) {
    super('EvidenceTextError', shortMessage, { metaMessages })
  }
}
