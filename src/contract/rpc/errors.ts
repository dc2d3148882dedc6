import { defineError } from '../../base/defineError.js'

/**
 * A chain does not answer. `origin` is its URL without the path. Exit status 3. Run the command again: it resumes
 * where it stopped.
 *
 * - Warning: it has no `cause`, since viem's errors contain the URL of the node, which may contain a key.
 */
export class ChainUnreachableError extends /* @__PURE__ */ defineError(
  'ChainUnreachableError',
  (error: {
    /** The URL without its path. */
    origin: string
    reason: string
  }) => `The chain at ${error.origin} could not be reached: ${error.reason}`,
  'Check the URL and the network, and run it again: it resumes where it stopped.',
) {}
