import ky, { TimeoutError } from 'ky'
import {
  InvalidResponseError,
  ServiceAbortedError,
  ServiceError,
  ServiceHttpError,
  ServiceTimeoutError,
} from '../errors.js'
import type { Behavior } from './readOptions.js'
import { readRetryAfter } from './readRetryAfter.js'
import { readText } from './readText.js'
import { toHttpError } from './toHttpError.js'
import { toNetworkError } from './toNetworkError.js'

const mebibyte = 2 ** 20
const mostBytes = { answer: 32 * mebibyte, error: mebibyte }

export type SendRequestParameters = {
  operation: string
  url: URL
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }
  fetch: typeof globalThis.fetch
  /** Whether sending it twice does no more than sending it once. */
  isRepeatable: boolean
  retry: Behavior['retry']
  timeoutMs: number
  signal: AbortSignal | undefined
  /** Before each attempt; its wait is no part of the attempt's time. */
  takeTurn: ((signal: AbortSignal) => Promise<void>) | undefined
  /** Takes the key and the service's URL out of what it or a library said. */
  hideSecrets(text: string): string
}

/**
 * Sends a request until it is answered, and reads the whole answer.
 *
 * - Rule: an attempt is over when its body is read, so that a slow or cut body is a timeout or a fault of that attempt. 429
 *   is tried again always, since nothing was done; 5xx, 408, faults and timeouts only when the request is repeatable.
 *
 * @returns The answer's text; its status was 2xx.
 * @throws {@link ServiceError}
 */
export async function sendRequest(parameters: SendRequestParameters): Promise<string> {
  const { operation, url, init, fetch, isRepeatable, retry, timeoutMs, takeTurn, hideSecrets } = parameters
  if (parameters.signal?.aborted) throw new ServiceAbortedError({ operation })
  // A caller's signal may outlive thousands of calls, so each call takes its one listener off again.
  const controller = new AbortController()
  const { signal } = controller
  const stop = () => controller.abort()
  parameters.signal?.addEventListener('abort', stop, { once: true })

  let retryAfterMs: number | undefined
  let waitMs = 0

  async function attempt(attemptSignal: AbortSignal): Promise<Response> {
    retryAfterMs = undefined
    signal.throwIfAborted()
    const response = await fetch(url.href, { ...init, redirect: 'manual', signal: attemptSignal })
    if (!response.ok) {
      retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
      // The status says enough: a body that breaks changes nothing.
      const { text } = await readText(response, { mostBytes: mostBytes.error, signal: attemptSignal }).catch(
        () => ({ text: '' }),
      )
      throw toHttpError({ operation, status: response.status, text: hideSecrets(text), retryAfterMs })
    }
    const { text, isWhole } = await readText(response, { mostBytes: mostBytes.answer, signal: attemptSignal })
    if (!isWhole) {
      const requirement = `must have at most ${mostBytes.answer} bytes`
      throw new InvalidResponseError({ operation, path: '', value: 'more', requirement })
    }
    return new Response(text)
  }

  function waitBeforeRetry(error: Error, retryCount: number): number | undefined {
    if (error instanceof ServiceError && !(error instanceof ServiceHttpError)) return undefined
    const { status } = error instanceof ServiceHttpError ? error : { status: undefined }
    const mayPass = status === undefined || status === 408 || status >= 500
    if (status !== 429 && !(isRepeatable && mayPass)) return undefined
    if (retryAfterMs !== undefined && retryAfterMs > retry.maxDelayMs) return undefined
    const longest = Math.min(retry.maxDelayMs, retry.delayMs * 2 ** (retryCount - 1))
    return Math.max(retryAfterMs ?? 0, Math.random() * longest)
  }

  try {
    return await ky(url, {
      method: init.method,
      signal,
      timeout: timeoutMs,
      hooks: {
        beforeRequest: takeTurn ? [() => takeTurn(signal)] : [],
      },
      // Plain arguments, since a fetch of another library does not know the platform's Request.
      fetch: (request) => untilAborted(signal, attempt((request as Request).signal)),
      retry: {
        limit: retry.limit,
        methods: ['get', 'post'],
        shouldRetry({ error, retryCount }) {
          const wait = waitBeforeRetry(error, retryCount)
          waitMs = wait ?? 0
          return wait !== undefined
        },
        delay: () => waitMs,
      },
    }).text()
  } catch (error) {
    if (parameters.signal?.aborted) throw new ServiceAbortedError({ operation })
    if (error instanceof ServiceError) throw error
    if (error instanceof TimeoutError) throw new ServiceTimeoutError({ operation, timeoutMs })
    throw toNetworkError(error, { operation, hideSecrets })
  } finally {
    parameters.signal?.removeEventListener('abort', stop)
  }
}

/** Ends with the signal even where `promise` does not. */
function untilAborted<value>(signal: AbortSignal, promise: Promise<value>): Promise<value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
