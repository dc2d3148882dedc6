import type { Address } from 'viem'
import { FillproofError } from '../base/FillproofError.js'

/** The receiver's address has no code, or a contract that is not a receiver. */
export class ReceiverNotFoundError extends FillproofError<'ReceiverNotFoundError'> {
  readonly receiver: Address

  constructor(receiver: Address, cause: unknown) {
    super('ReceiverNotFoundError', `There is no receiver at ${receiver} on this chain.`, {
      cause,
      metaMessages: ["Check the receiver's address, and that the node serves the destination chain."],
    })
    this.receiver = receiver
  }
}

/** The text is not evidence, or nothing can be found for the evidence. */
export class EvidenceTextError extends FillproofError<'EvidenceTextError'> {
  constructor(shortMessage: string, metaMessages: readonly string[] = []) {
    super('EvidenceTextError', shortMessage, { metaMessages })
  }
}
