import { FillproofError } from '../../base/FillproofError.js'

/**
 * A chain does not answer. `origin` is its URL without the path. Exit status 3. Run the command again: it resumes
 * where it stopped.
 *
 * - Warning: it has no `cause`, since viem's errors contain the URL of the node, which may contain a key.
 */
export class ChainUnreachableError extends FillproofError<'ChainUnreachableError'> {
  /** The URL without its path. */
  readonly origin: string

  constructor({ origin, reason }: { origin: string; reason: string }) {
    super('ChainUnreachableError', `The chain at ${origin} could not be reached: ${reason}`, {
      metaMessages: ['Check the URL and the network, and run it again: it resumes where it stopped.'],
    })
    this.origin = origin
  }
}
