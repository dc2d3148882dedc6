import { ServiceError } from '../errors.js'

/** The request did not end within `timeoutMs`. It may still end; `lastStatus` is its last known status. */
export class RequestTimeoutError extends ServiceError<'RequestTimeoutError'> {
  readonly requestId: string
  readonly timeoutMs: number
  /** The last status seen, or null if there was none. */
  readonly lastStatus: string | null

  constructor({
    operation,
    requestId,
    timeoutMs,
    lastStatus,
    cause,
  }: {
    operation: string
    requestId: string
    timeoutMs: number
    lastStatus: string | null
    /** Why the last status request had no answer. */
    cause?: unknown
  }) {
    super('RequestTimeoutError', {
      kind: 'timeout',
      operation,
      shortMessage: `request ${requestId} was not over within ${timeoutMs} ms, last seen: ${lastStatus ?? 'nothing'}.`,
      cause,
      metaMessages: ['It may still end: follow it again, or allow more with timeoutMs.'],
    })
    this.requestId = requestId
    this.timeoutMs = timeoutMs
    this.lastStatus = lastStatus
  }
}
