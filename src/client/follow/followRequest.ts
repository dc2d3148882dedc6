import type { StatusRecord } from '../../service/resources/status.js'
import type { Connection } from '../connection.js'
import {
  ServiceAbortedError,
  ServiceHttpError,
  ServiceNetworkError,
  ServiceRateLimitError,
  ServiceTimeoutError,
} from '../errors.js'
import { getStatus } from '../operations/getStatus.js'
import { RequestTimeoutError } from './errors.js'
import { type FollowSettings, statusOperation } from './followParameters.js'
import { createStatusSequence, isTerminal } from './statusSequence.js'
import { subscribeToStatus } from './subscribeToStatus.js'

export type Follower = {
  onChange(record: StatusRecord): void
  /** Once, without an error where the request is over; not after the follower stopped. */
  onEnd(error?: unknown): void
}

const maxBackoffMs = 30_000

/**
 * Tells each change of a request's status until it is over, by websocket where there is one and by polling where not.
 *
 * @returns Stops at once: no timer, request or subscription is left.
 */
export function followRequest(
  connection: Connection,
  settings: FollowSettings,
  follower: Follower,
): () => void {
  const { requestId, timeoutMs, pollingIntervalMs, failureGraceMs, notFoundGraceMs, signal } = settings
  const sequence = createStatusSequence()
  const over = new AbortController()
  let isDelivering = false
  /** Whether something may have changed between the last answer and the subscription. */
  let hasGap = false
  let isPolling = false
  let mustPollAgain = false
  let faults = 0
  let retryAfterMs = 0
  let notFoundSince: number | undefined
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let graceTimer: ReturnType<typeof setTimeout> | undefined
  let deadlineTimer: ReturnType<typeof setTimeout> | undefined
  let unsubscribe = () => {}

  function stop() {
    clearTimeout(pollTimer)
    clearTimeout(graceTimer)
    clearTimeout(deadlineTimer)
    over.abort()
    unsubscribe()
  }

  function end(error?: unknown) {
    if (over.signal.aborted) return
    stop()
    follower.onEnd(error)
  }

  function see(record: StatusRecord, changesBefore?: number): boolean {
    const change = sequence.accept(record, changesBefore)
    if (!change) return false
    clearTimeout(graceTimer)
    graceTimer = undefined
    follower.onChange(change)
    if (isTerminal(change)) end()
    else if (change.status === 'failure') graceTimer = setTimeout(end, failureGraceMs)
    return true
  }

  function schedule(delayMs: number) {
    clearTimeout(pollTimer)
    if (!over.signal.aborted) pollTimer = setTimeout(poll, delayMs)
  }

  function pollNow() {
    if (isPolling) mustPollAgain = true
    else schedule(0)
  }

  function pause(): number {
    let interval = isDelivering ? Math.max(settings.safetyIntervalMs, pollingIntervalMs) : pollingIntervalMs
    // Twice within the grace, so that a refund is not missed between two polls.
    if (graceTimer) interval = Math.min(pollingIntervalMs, failureGraceMs / 2)
    if (faults === 0) return interval
    const backoff = Math.min(pollingIntervalMs * 2 ** Math.min(faults, 10), maxBackoffMs)
    return Math.max(backoff * (0.5 + Math.random() / 2), retryAfterMs)
  }

  async function poll() {
    const changesBefore = sequence.changes
    const isSafetyCheck = isDelivering && !hasGap
    isPolling = true
    mustPollAgain = false
    try {
      const record = await getStatus(connection, { requestId }, { signal: over.signal })
      if (over.signal.aborted) return
      faults = 0
      notFoundSince = undefined
      const isNews = see(record, changesBefore)
      // The websocket should have told it.
      if (isSafetyCheck && isNews) isDelivering = false
      if (isDelivering && !mustPollAgain) hasGap = false
    } catch (error) {
      if (over.signal.aborted) return
      if (!canMend(error)) return end(error)
      faults++
      retryAfterMs = (error instanceof ServiceRateLimitError && error.retryAfterMs) || 0
    } finally {
      isPolling = false
    }
    schedule(mustPollAgain ? 0 : pause())
  }

  /** A request that was just made may be unknown for a moment, so what says so may mend for a while. */
  function canMend(error: unknown): boolean {
    if (error instanceof ServiceNetworkError || error instanceof ServiceTimeoutError) return true
    if (!(error instanceof ServiceHttpError)) return false
    if (error.status === 400 || error.status === 404) {
      notFoundSince ??= performance.now()
      return performance.now() - notFoundSince < notFoundGraceMs
    }
    return error.status >= 500 || error.status === 408 || error.status === 429
  }

  const abort = () => end(new ServiceAbortedError({ operation: statusOperation }))
  if (signal?.aborted) {
    abort()
    return stop
  }
  signal?.addEventListener('abort', abort, { signal: over.signal })
  deadlineTimer = setTimeout(() => {
    const lastStatus = sequence.last?.status ?? null
    end(new RequestTimeoutError({ operation: statusOperation, requestId, timeoutMs, lastStatus }))
  }, timeoutMs)
  if (settings.transport !== 'polling' && connection.profile.wsUrl) {
    unsubscribe = subscribeToStatus(connection, requestId, {
      onEvent(event) {
        if (see(event) && !isPolling) schedule(pause())
      },
      onDelivery(now) {
        if (!now && !isDelivering) return
        isDelivering = now
        hasGap = now
        pollNow()
      },
    })
  }
  pollNow()
  return stop
}
