import { BaseError, HttpRequestError, TimeoutError } from 'viem'
import { cleanText } from '../../base/cleanText.js'
import { hideUrl } from '../../base/hideUrl.js'
import { toText } from '../../base/values.js'

/** Whether the node itself did not answer, so a retry may help. */
export function isUnanswered(error: unknown): boolean {
  return isTimeout(error) || has(error, isTransportFault)
}

/** An answer of a node that is larger than what is read. */
export class AnswerSizeError extends Error {}

/** Whether the answer was cut, since it is too large. */
export function isTooLarge(error: unknown): boolean {
  return has(error, (cause) => cause instanceof AnswerSizeError)
}

/** Whether the request timed out. */
export function isTimeout(error: unknown): boolean {
  return has(error, (cause) => cause instanceof TimeoutError)
}

/** Whether the node asks for fewer requests, by the status or in the words of its answer. */
export function isRateLimited(error: unknown): boolean {
  return has(error, (cause) => {
    if (!(cause instanceof BaseError)) return false
    const isCode429 = 'code' in cause && cause.code === 429
    return isCode429 || /rate.?limit|too many requests|per second|\/second/i.test(cause.details)
  })
}

/**
 * Describes the failure in one line, without URLs and parts of the node's: viem's long messages and nodes' texts may
 * contain a key.
 */
export function describeFault(error: BaseError): string {
  const root = error.walk((cause) => cause instanceof BaseError && !(cause.cause instanceof BaseError))
  // Of a page, in place of a node's answer.
  if (root instanceof BaseError && root.cause instanceof SyntaxError) return 'the answer is not JSON.'
  const text = root instanceof BaseError ? root.details || root.shortMessage : error.name
  const failed = error.walk((cause) => urlOf(cause) !== undefined)
  return cleanText(hideUrl(text, urlOf(failed)).replace(/https?:\S+/gi, '[url]'))
}

function urlOf(cause: unknown): string | undefined {
  return cause instanceof BaseError && 'url' in cause ? toText(cause.url) : undefined
}

/** Some nodes reject a request with a status alone. */
function isTransportFault(cause: unknown): boolean {
  return cause instanceof HttpRequestError && cause.status !== 400 && cause.status !== 413
}

function has(error: unknown, isIt: (cause: unknown) => boolean): boolean {
  return error instanceof BaseError && error.walk(isIt) !== null
}
