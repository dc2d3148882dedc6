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
  /** Makes the headers that say who asks, for each attempt; its time is the attempt's. */
  authorize(): Promise<Record<string, string>>
  fetch: typeof globalThis.fetch
  /** Whether sending it twice does no more than sending it once. */
  isRepeatable: boolean
  /** The status with which the operation answers its own failures, with a code. */
  failure: number | undefined
  retry: Behavior['retry']
  timeoutMs: number
  signal: AbortSignal | undefined
  /** Runs before each attempt; its wait does not count towards the attempt's time. */
  takeTurn: ((signal: AbortSignal) => Promise<void>) | undefined
  /** Is given the headers of every answer. */
  onHeaders(headers: Headers): void
  /** Takes the key and the service's URL out of what it or a library said. */
  hideSecrets(text: string): string
}

/**
 * Sends a request until it is answered, and reads the whole answer.
 *
 * - Rule: an attempt is over when its body is read, so that a slow or cut body is a timeout or a fault of that attempt. 429
 *   is tried again always, since nothing was done; 5xx, 408, faults and timeouts only when the request is repeatable, and
 *   an operation's own failure never.
 *
 * @returns The answer's text; its status was 2xx.
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

/** Ends with the signal and after `timeoutMs`, even where the fetch does not listen. */
async function attempt(parameters: SendRequestParameters, signal: AbortSignal): Promise<Outcome> {
  const { operation, timeoutMs } = parameters
  const controller = new AbortController()
  const stop = () => controller.abort(signal.reason)
  const tooLate = () => controller.abort(new ServiceTimeoutError({ operation, timeoutMs }))
  const timer = setTimeout(tooLate, timeoutMs)
  // A caller's signal may outlive thousands of calls, so each attempt takes its one listener off again.
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
    // The status says enough: a body that breaks changes nothing.
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

/** Whether another attempt would end in the same way: it is an answer, or an option that makes no sense. */
function isFinal(error: unknown): boolean {
  return error instanceof InvalidResponseError || error instanceof ClientOptionError
}

/** Undefined where the failure is final. */
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
 * - Warning: what a library throws may hold the request with its headers, so that only its words are kept.
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
