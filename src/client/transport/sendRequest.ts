import { cleanText } from '../../base/cleanText.js'
import { readResponseText } from '../../base/readResponseText.js'
import { sleep } from '../../base/sleep.js'
import {
  ClientOptionError,
  InvalidResponseError,
  ServiceAbortedError,
  ServiceError,
  ServiceHttpError,
  ServiceNetworkError,
  ServiceTimeoutError,
} from '../errors.js'
import type { Behavior } from './readConnectionOptions.js'
import { readRetryAfter } from './readRetryAfter.js'
import { toHttpError } from './toHttpError.js'

const mebibyte = 2 ** 20
const mostBytes = { answer: 32 * mebibyte, error: mebibyte }

export type SendRequestParameters = {
  operation: string
  url: URL
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }
  /** Creates the authorization headers for each attempt, within the attempt's time limit. */
  authorize(): Promise<Record<string, string>>
  fetch: typeof globalThis.fetch
  /** Whether sending the request twice has no further effect. */
  isRepeatable: boolean
  /** The status with which the operation itself reports a failure. If such an answer has a code, it is not retried. */
  failure: number | undefined
  retry: Behavior['retry']
  timeoutMs: number
  signal: AbortSignal | undefined
  /** Runs before each attempt. Its wait does not count toward the attempt's time. */
  takeTurn: ((signal: AbortSignal) => Promise<void>) | undefined
  /** Called with the headers of every answer. */
  onHeaders(headers: Headers): void
  /** Removes the key and the service's URL from texts of the service or of a library. */
  hideSecrets(text: string): string
}

/**
 * Sends a request until it is answered, and reads the whole answer.
 *
 * - An attempt ends when its body is read, so a slow or cut body is a timeout or a network fault of that attempt.
 * - Retries 429 for every request, since nothing was done.
 * - Retries 5xx, 408, network faults and timeouts only if the request is repeatable, and never an operation's own failure.
 *
 * @returns The text of a 2xx answer.
 * @throws {@link ServiceError}
 */
export async function sendRequest(parameters: SendRequestParameters): Promise<string> {
  const { operation, retry, takeTurn, hideSecrets, signal = new AbortController().signal } = parameters
  try {
    for (let retries = 0; ; retries++) {
      await takeTurn?.(signal)
      signal.throwIfAborted()
      const outcome = await attempt(parameters, signal).catch((error: unknown) => ({ error }))
      if ('text' in outcome) return outcome.text
      const waitMs = retries < retry.limit ? waitBeforeRetry(outcome, retries, parameters) : undefined
      if (waitMs === undefined) throw outcome.error
      await sleep(waitMs, signal)
    }
  } catch (error) {
    if (signal.aborted) throw new ServiceAbortedError({ operation })
    throw error instanceof ServiceError || isFinal(error)
      ? error
      : toNetworkError(error, { operation, hideSecrets })
  }
}

type Outcome = { text: string } | Failure
type Failure = { error: unknown; retryAfterMs?: number | undefined }

/** Makes one attempt. Ends if the signal aborts, and after `timeoutMs`, even if `fetch` ignores its signal. */
async function attempt(parameters: SendRequestParameters, signal: AbortSignal): Promise<Outcome> {
  const { operation, timeoutMs } = parameters
  const controller = new AbortController()
  const stop = () => controller.abort(signal.reason)
  const tooLate = () => controller.abort(new ServiceTimeoutError({ operation, timeoutMs }))
  const timer = setTimeout(tooLate, timeoutMs)
  // A caller's signal may outlive thousands of calls, so each attempt removes its listener.
  signal.addEventListener('abort', stop)
  try {
    return await new Promise((resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
      exchange(parameters, controller.signal).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

async function exchange(parameters: SendRequestParameters, signal: AbortSignal): Promise<Outcome> {
  const { operation, url, init, authorize, fetch, onHeaders, hideSecrets } = parameters
  const headers = { ...init.headers, ...(await authorize()) }
  signal.throwIfAborted()
  const response = await fetch(url.href, { ...init, headers, redirect: 'manual', signal })
  const { ok, status } = response
  onHeaders(response.headers)
  const limit = ok ? mostBytes.answer : mostBytes.error
  const body = readResponseText(response, { mostBytes: limit, signal })
  if (!ok) {
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
    // The status is enough: if the body breaks, the error just has no text.
    const { text } = await body.catch(() => ({ text: '' }))
    return {
      error: toHttpError({ operation, status, text: hideSecrets(text), retryAfterMs }),
      retryAfterMs,
    }
  }
  const { text, isWhole } = await body
  if (isWhole) return { text }
  const requirement = `must have at most ${limit} bytes`
  return { error: new InvalidResponseError({ operation, path: '', value: 'more', requirement }) }
}

/** Whether another attempt would end the same way: the error is about an answer or about an option. */
function isFinal(error: unknown): boolean {
  return error instanceof InvalidResponseError || error instanceof ClientOptionError
}

/** Returns the wait before the next attempt in milliseconds, or undefined if the failure is final. */
function waitBeforeRetry(
  { error, retryAfterMs = 0 }: Failure,
  retries: number,
  { isRepeatable, failure, retry }: Pick<SendRequestParameters, 'isRepeatable' | 'failure' | 'retry'>,
): number | undefined {
  if (isFinal(error) || retryAfterMs > retry.maxDelayMs) return undefined
  const { status, code } = error instanceof ServiceHttpError ? error : { status: 500 }
  if (code !== undefined && status === failure) return undefined
  if (status !== 429 && !(isRepeatable && (status === 408 || status >= 500))) return undefined
  const longest = Math.min(retry.maxDelayMs, retry.delayMs * 2 ** retries)
  return Math.max(retryAfterMs, Math.random() * longest)
}

/**
 * Creates the error for a failed attempt.
 *
 * - Warning: a library's error may hold the request with its headers, so only the message is kept.
 */
function toNetworkError(
  error: unknown,
  { operation, hideSecrets }: { operation: string; hideSecrets(text: string): string },
): ServiceNetworkError {
  const words: string[] = []
  let at = error
  while (at instanceof Error && words.length < 4) {
    words.push(at.message || String((at as { code?: unknown }).code ?? at.name))
    at = at.cause
  }
  const text = hideSecrets([...new Set(words)].join(': ')).replace(/[a-z]+:\/\/\S+/gi, '[url]')
  return new ServiceNetworkError({ operation, cause: new Error(cleanText(text) || 'unknown fault') })
}
