import type { Address } from 'viem'
import { FillproofError } from '../base/FillproofError.js'

/** The address of the receiver has no code, or a contract that answers other questions. */
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

/** Text that is no evidence, or evidence of which nothing can be told. */
export class EvidenceTextError extends FillproofError<'EvidenceTextError'> {
  constructor(shortMessage: string, metaMessages: readonly string[] = []) {
    super('EvidenceTextError', shortMessage, { metaMessages })
  }
}
