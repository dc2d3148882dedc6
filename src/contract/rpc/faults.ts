import { BaseError, HttpRequestError, TimeoutError } from 'viem'
import { cleanText } from '../../base/cleanText.js'

/** Whether the node itself said nothing, so that it may be asked again. */
export function isUnanswered(error: unknown): boolean {
  return isTimeout(error) || has(error, isTransportFault)
}

/** Whether no answer came in time. */
export function isTimeout(error: unknown): boolean {
  return has(error, (cause) => cause instanceof TimeoutError)
}

/** What went wrong, in one line. viem's long messages hold the whole URL, which may hold a key; so may a node's text. */
export function describeFault(error: BaseError): string {
  const root = error.walk((cause) => cause instanceof BaseError && !(cause.cause instanceof BaseError))
  const text = root instanceof BaseError ? root.details || root.shortMessage : error.name
  return cleanText(text.replace(/https?:\S+/gi, '[url]'))
}

/** Some nodes refuse what they do not like by a status alone. */
function isTransportFault(cause: unknown): boolean {
  return cause instanceof HttpRequestError && cause.status !== 400 && cause.status !== 413
}

function has(error: unknown, isIt: (cause: unknown) => boolean): boolean {
  return error instanceof BaseError && error.walk(isIt) !== null
}
