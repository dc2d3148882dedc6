import { defineError } from '../../base/defineError.js'

/**
 * A request to a chain failed: its node did not answer, limits requests, lags behind another node, or refuses the request.
 * `reason` is the node's own message. `origin` is the node's URL without the path. Exit status 3. Run the command again: it
 * resumes where it stopped.
 *
 * - Warning: it has no `cause`, since viem's errors contain the URL of the node, which may contain a key.
 */
export class ChainUnreachableError extends /* @__PURE__ */ defineError(
  'ChainUnreachableError',
  (error: {
    /** The URL without its path. */
    origin: string
    reason: string
    remedy?: string
  }) => `The chain at ${error.origin} could not be read: ${error.reason}`,
  ({ remedy = 'Check the URL and the network.' }) => [remedy, 'Run it again: it resumes where it stopped.'],
) {}
