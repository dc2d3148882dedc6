import { FillproofError } from '../../base/FillproofError.js'

/**
 * A chain can't be reached.
 *
 * - Warning: it has no cause, since the errors of a chain's client hold the URL of its node, which may hold a key.
 */
export class ChainUnreachableError extends FillproofError<'ChainUnreachableError'> {
  /** Where the URL leads, without its path. */
  readonly origin: string

  constructor({ origin, reason }: { origin: string; reason: string }) {
    super('ChainUnreachableError', `The chain at ${origin} could not be reached: ${reason}`, {
      metaMessages: ['Check the URL and the network, and run it again: it goes on where it stopped.'],
    })
    this.origin = origin
  }
}
