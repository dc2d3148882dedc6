import type { StatusRecord } from '../../service/resources/status.js'
import type { Connection } from '../connection.js'
import { type FollowParameters, readFollowParameters } from './followParameters.js'
import { followRequest } from './followRequest.js'

export type WatchRequestParameters = FollowParameters

export type WatchRequestReturnType = AsyncIterableIterator<StatusRecord>

type Waiter = {
  resolve(result: IteratorResult<StatusRecord>): void
  reject(error: unknown): void
}

/**
 * Yields each change of a request's status once, in order, and ends after the last one.
 *
 * - Rule: a change is another status, another transaction hash or another reason. It ends after `success` and `refund`,
 *   and after a `failure` that stood for `failureGraceMs`. The older path's word `fallback` is yielded as `refund`.
 *   What is older than a change that was seen is left out.
 * - Rule: faults of the network, 401, 403, 408, 429, 5xx and what is no status of this request, such as a page, a redirect or
 *   the status of another request, are tried again until the deadline; 400 and 404 for `notFoundGraceMs`, since a fresh request may not be known yet. Other answers end it with
 *   their error.
 * - Units: milliseconds. The deadline runs from the first `next`, and is 10 minutes by default.
 * - Trust: the service's word. What a success delivered is known onchain alone.
 * - Warning: nothing is left running when the loop ends by `break`, `return` or an error. Who calls `next` by hand calls
 *   `return` too.
 *
 * @param parameters - {@link WatchRequestParameters}
 * @returns {@link WatchRequestReturnType}
 * @throws {@link InvalidRequestError} when a parameter is not what it must be.
 * @throws {@link ClientOptionError} when the transport is `websocket` and the client has no `wsUrl`.
 * @throws {@link RequestTimeoutError} when the request was not over within `timeoutMs`; from `next`, as those below.
 * @throws {@link ServiceAbortedError} when the signal ended it.
 * @throws {@link ServiceHttpError} when the service's answer can't mend.
 */
export function watchRequest(
  connection: Connection,
  parameters: WatchRequestParameters,
): WatchRequestReturnType {
  const settings = readFollowParameters(connection, parameters)
  const queue: StatusRecord[] = []
  const waiters: Waiter[] = []
  let stop: (() => void) | undefined
  let isOver = false
  let failure: { error: unknown } | undefined

  function finish(error?: unknown) {
    isOver = true
    // The caller's own signal does not wait for a slow reader, who has the other changes still to come.
    if (settings.signal?.aborted) queue.length = 0
    if (error !== undefined) failure = { error }
    for (const waiter of waiters.splice(0)) settle(waiter)
  }

  function settle(waiter: Waiter) {
    const record = queue.shift()
    if (record) return waiter.resolve({ done: false, value: record })
    if (!isOver) return waiters.push(waiter)
    if (!failure) return waiter.resolve({ done: true, value: undefined })
    const { error } = failure
    failure = undefined
    waiter.reject(error)
  }

  function leave() {
    stop?.()
    stop = undefined
    queue.length = 0
    failure = undefined
    finish()
  }

  return {
    next() {
      if (!stop && !isOver) {
        stop = followRequest(connection, settings, {
          onChange(record) {
            queue.push(record)
            const waiter = waiters.shift()
            if (waiter) settle(waiter)
          },
          onEnd: finish,
        })
      }
      return new Promise((resolve, reject) => settle({ resolve, reject }))
    },
    async return(value) {
      leave()
      return { done: true, value }
    },
    async throw(error) {
      leave()
      throw error
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
