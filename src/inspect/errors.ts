import type { Address } from 'viem'
import { FillproofError } from '../base/FillproofError.js'

/** Something else than a receiver is at the address, or nothing. */
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
