import { type Client, TimeoutError } from 'viem'
import { sleep } from '../../base/sleep.js'
import { askOf, withRequest } from './withRequest.js'

/** The least time that a node has to answer, in milliseconds, however short the waits of a run are. */
export const leastNodeMs = 5_000

/**
 * Wraps a client, so that each request ends within `timeoutMs`, or when `signal` aborts, whatever the transport does. This is
 * necessary because a locked wallet, or a hanging node, never answers. After `signal` aborts, requests throw the node's last
 * failure, or the signal's reason.
 */
export function inTime<client extends Client>(
  client: client,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): client {
  const ask = askOf(client)
  let fault: unknown
  return withRequest(client, async (args, options) => {
    if (signal?.aborted) throw fault ?? signal.reason
    const over = new AbortController()
    const ends = signal ? AbortSignal.any([over.signal, signal]) : over.signal
    const late = sleep(timeoutMs, ends).then(() => {
      throw new TimeoutError({ body: args, url: '' })
    })
    try {
      const answer: unknown = await Promise.race([ask(args, options), late])
      fault = undefined
      return answer
    } catch (error) {
      if (!signal?.aborted) fault = error
      throw fault ?? error
    } finally {
      over.abort()
    }
  })
}
