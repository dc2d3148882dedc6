import type { StatusRecord } from '../../service/resources/status.js'
import type { Connection } from '../connection.js'
import {
  InvalidResponseError,
  ServiceAbortedError,
  ServiceHttpError,
  ServiceNetworkError,
  ServiceRateLimitError,
  ServiceTimeoutError,
} from '../errors.js'
import { isForeignAnswer } from '../isForeignAnswer.js'
import { getStatus } from '../operations/requests.js'
import { RequestTimeoutError } from './errors.js'
import { type FollowSettings, statusOperation } from './followParameters.js'
import { createStatusSequence, isTerminal } from './statusSequence.js'
import { subscribeToStatus } from './subscribeToStatus.js'

export type Follower = {
  onChange(record: StatusRecord): void
  /** Called once, without an error if the request is over. Not called after the follower was stopped. */
  onEnd(error?: unknown): void
}

const maxBackoffMs = 30_000
/**
 * The upper limit of the first pause after an answer without information about the request. The limit doubles with each fault,
 * up to the polling interval.
 */
const silentPauseMs = 300

/**
 * Reports each change of a request's status until the request is over, by websocket if there is one, otherwise by polling.
 *
 * @returns A function that stops at once and leaves no timer, request or subscription.
 */
export function followRequest(
  connection: Connection,
  settings: FollowSettings,
  follower: Follower,
): () => void {
  const following = new Following(connection, settings, follower)
  following.start()
  return () => following.stop()
}

type Timer = ReturnType<typeof setTimeout> | undefined

class Following {
  private readonly sequence = createStatusSequence()
  private readonly over = new AbortController()
  private isDelivering = false
  /** Whether a change may have been missed between the last answer and the start of the subscription. */
  private hasGap = false
  private isPolling = false
  private mustPollAgain = false
  private faults = 0
  private lastFault: unknown
  private retryAfterMs = 0
  private notFoundSince: number | undefined
  private pollTimer: Timer
  private graceTimer: Timer
  private deadlineTimer: Timer
  private unsubscribe = () => {}

  constructor(
    private readonly connection: Connection,
    private readonly settings: FollowSettings,
    private readonly follower: Follower,
  ) {}

  start() {
    const { requestId, timeoutMs, signal, transport } = this.settings
    const operation = statusOperation(this.connection)
    const abort = () => this.end(new ServiceAbortedError({ operation }))
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { signal: this.over.signal })
    this.deadlineTimer = setTimeout(() => {
      const lastStatus = this.sequence.last?.status ?? null
      const { lastFault: cause } = this
      this.end(new RequestTimeoutError({ operation, requestId, timeoutMs, lastStatus, cause }))
    }, timeoutMs)
    if (transport !== 'polling' && this.connection.profile.wsUrl) this.subscribe()
    this.pollNow()
  }

  stop() {
    clearTimeout(this.pollTimer)
    clearTimeout(this.graceTimer)
    clearTimeout(this.deadlineTimer)
    this.over.abort()
    this.unsubscribe()
  }

  private end(error?: unknown) {
    if (this.over.signal.aborted) return
    this.stop()
    this.follower.onEnd(error)
  }

  private subscribe() {
    this.unsubscribe = subscribeToStatus(this.connection, this.settings.requestId, {
      onEvent: (event) => {
        if (this.see(event) && !this.isPolling) this.schedule(this.pause())
      },
      onDelivery: (isDelivering) => {
        if (!isDelivering && !this.isDelivering) return
        this.isDelivering = isDelivering
        this.hasGap = isDelivering
        this.pollNow()
      },
    })
  }

  private see(record: StatusRecord, changesBefore?: number): boolean {
    const change = this.sequence.accept(record, changesBefore)
    if (!change) return false
    clearTimeout(this.graceTimer)
    this.graceTimer = undefined
    this.follower.onChange(change)
    if (isTerminal(change)) this.end()
    else if (change.status === 'failure') {
      this.graceTimer = setTimeout(() => this.end(), this.settings.failureGraceMs)
    }
    return true
  }

  private schedule(delayMs: number) {
    clearTimeout(this.pollTimer)
    if (!this.over.signal.aborted) this.pollTimer = setTimeout(() => this.poll(), delayMs)
  }

  private pollNow() {
    if (this.isPolling) this.mustPollAgain = true
    else this.schedule(0)
  }

  private pause(): number {
    const { pollingIntervalMs, safetyIntervalMs, failureGraceMs } = this.settings
    let interval = this.isDelivering ? Math.max(safetyIntervalMs, pollingIntervalMs) : pollingIntervalMs
    // Poll twice within the grace period, so that a refund between two polls is not missed.
    if (this.graceTimer) interval = Math.min(pollingIntervalMs, failureGraceMs / 2)
    if (this.faults === 0) return interval
    const doublings = Math.min(this.faults, 10)
    // A server that answers is up, so a longer wait would only delay the report of a fill.
    const longest = saysNothing(this.lastFault)
      ? Math.min(silentPauseMs * 2 ** (doublings - 1), pollingIntervalMs)
      : Math.min(pollingIntervalMs * 2 ** doublings, maxBackoffMs)
    return Math.max(longest * (0.5 + Math.random() / 2), this.retryAfterMs)
  }

  private async poll() {
    const { signal } = this.over
    const changesBefore = this.sequence.changes
    const isSafetyCheck = this.isDelivering && !this.hasGap
    this.isPolling = true
    this.mustPollAgain = false
    try {
      const { requestId } = this.settings
      const record = await getStatus(this.connection, { requestId }, { signal })
      if (signal.aborted) return
      this.faults = 0
      this.lastFault = undefined
      this.notFoundSince = undefined
      const isNews = this.see(record, changesBefore)
      // The websocket missed this change, so it no longer counts as delivering.
      if (isSafetyCheck && isNews) this.isDelivering = false
      if (this.isDelivering && !this.mustPollAgain) this.hasGap = false
    } catch (error) {
      if (signal.aborted) return
      if (!this.canMend(error)) return this.end(error)
      this.faults++
      this.lastFault = error
      this.retryAfterMs = (error instanceof ServiceRateLimitError && error.retryAfterMs) || 0
    } finally {
      this.isPolling = false
    }
    this.schedule(this.mustPollAgain ? 0 : this.pause())
  }

  /**
   * Whether another attempt may get the status.
   *
   * - 400 and 404 are retried for `notFoundGraceMs`, since the service may not know a new request yet.
   * - An answer without information about the request, such as a captive portal's page, never ends the watch: the money has
   *   already left.
   */
  private canMend(error: unknown): boolean {
    if (error instanceof ServiceNetworkError || error instanceof ServiceTimeoutError) return true
    if (error instanceof InvalidResponseError || isForeignAnswer(error)) return true
    if (!(error instanceof ServiceHttpError)) return false
    if (error.status === 400 || error.status === 404) {
      this.notFoundSince ??= performance.now()
      return performance.now() - this.notFoundSince < this.settings.notFoundGraceMs
    }
    return error.status >= 500 || [401, 403, 408, 429].includes(error.status)
  }
}

/**
 * Whether the fault is an answer without information about the request, such as a page or a 404. Network faults, timeouts and 5xx
 * don't count.
 */
function saysNothing(error: unknown): boolean {
  if (error instanceof ServiceHttpError && error.status >= 500) return false
  if (error instanceof InvalidResponseError || isForeignAnswer(error)) return true
  return error instanceof ServiceHttpError && [400, 401, 403, 404].includes(error.status)
}
