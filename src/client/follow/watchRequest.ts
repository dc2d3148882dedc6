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
 * Yields each change of a request's status once, in order, and ends after the last change.
 *
 * - A change is a new status, a new transaction hash or a new reason. Ends after `success` and `refund`, and after a `failure`
 *   that lasted for `failureGraceMs`. The legacy status `fallback` is yielded as `refund`.
 * - Skips records that are older than a change already seen.
 * - Retries network faults, 401, 403, 408, 429 and 5xx until the deadline. Also retries answers without a status of this request,
 *   such as a page, a redirect or another request's status.
 * - Retries 400 and 404 for `notFoundGraceMs`, since the service may not know a fresh request yet. Other answers end the watch
 *   with their error.
 * - Units: milliseconds. The deadline runs from the first `next`, and defaults to 10 minutes.
 * - Trust: the service reports the status. Only the chain shows what a success delivered.
 * - Warning: if the loop ends by `break`, `return` or an error, nothing is left running. If you call `next` by hand, call
 *   `return` too.
 *
 * @param parameters - {@link WatchRequestParameters}
 * @returns {@link WatchRequestReturnType}
 * @throws {@link InvalidRequestError} if a parameter is invalid.
 * @throws {@link ClientOptionError} if the transport is `websocket` and the client has no `wsUrl`.
 * @throws {@link RequestTimeoutError} if the request was not over within `timeoutMs`. This error and those below come from
 *   `next`.
 * @throws {@link ServiceAbortedError} if the signal ended the watch.
 * @throws {@link ServiceHttpError} if a retry can't mend the service's answer.
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
    // The caller's own abort takes effect at once, even if some changes are still unread.
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
