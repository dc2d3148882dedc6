import {
  BaseError,
  BlockNotFoundError,
  ContractFunctionZeroDataError,
  HttpRequestError,
  TimeoutError,
} from 'viem'
import { cleanText } from '../../base/cleanText.js'
import { FillproofError } from '../../base/FillproofError.js'
import { hideUrl } from '../../base/hideUrl.js'
import { parseJson } from '../../base/parseJson.js'
import { toRecord, toText } from '../../base/values.js'
import { findRevert } from './findRevert.js'

/**
 * The kind of a node's failure:
 *
 * - `limited`: the node limits the rate of requests.
 * - `unanswered`: there was no connection or no answer in time, or something other than the node answered: a web page, an error
 *   status, a rejection of the key.
 * - `reverted`: the node executed the call, which reverted or returned nothing.
 * - `behind`: the node lacks a block that another node has.
 * - `refused`: the node answered that it does not fulfill the request.
 */
export type NodeFault = 'limited' | 'unanswered' | 'refused' | 'reverted' | 'behind'

/** The codes of a rate limit: -32005 (EIP-1474, "limit exceeded"), and two that providers use. */
const limitCodes: readonly unknown[] = [429, -32005, -32007]
const limitWords =
  /rate.?(is.)?limit|rate exceeded|too many requests|per second|\/second|request (limit|count|quota)|compute units|throttl/i
/** Matches messages about a search over too many blocks. Providers may send them with status 429 or the codes of a rate limit. */
const rangeWords = /\b(range|blocks|results|logs|response size|too large)\b/i
const behindWords =
  /header not found|unknown block|block ?(hash)?( \S+)? (not found|(could ?not|cannot) be found)|(beyond|after|past) .*(head|latest|last accepted)|unfinalized|in the future/i

/** Returns the kind of a node's failure. The library and all commands decide by this function. */
export function readFault(error: unknown): NodeFault {
  const isExecuted = has(error, (cause) => cause instanceof ContractFunctionZeroDataError)
  if (isExecuted || findRevert(error) !== undefined) return 'reverted'
  const sentences = detailsOf(error)
  const isRange = rangeWords.test(sentences)
  if (!isRange && (limitWords.test(sentences) || has(error, hasLimitCode))) return 'limited'
  if (isTimeout(error) || has(error, isTransportFault)) return 'unanswered'
  const isMissing = has(error, (cause) => cause instanceof BlockNotFoundError)
  return isMissing || behindWords.test(sentences) ? 'behind' : 'refused'
}

/** Whether a node's failure says nothing about what was asked: the node may answer later. */
export function isPassing(error: unknown): boolean {
  return ['unanswered', 'limited', 'behind'].includes(readFault(error))
}

const remedies: Record<NodeFault, string> = {
  limited: 'It limits requests: wait, or use a node that allows more.',
  unanswered: 'Check the URL, its key and the network.',
  behind: 'It lacks blocks that it or another node showed before: wait, or use another node.',
  reverted: 'Check the address and the chain.',
  refused: 'Use a node that answers this.',
}

/** Returns what to do about a node's failure. */
export function remedyOf(error: unknown): string {
  return remedies[readFault(error)]
}

/** A node's answer is larger than the limit. */
export class AnswerSizeError extends Error {}

/** Whether the answer was cut because it is too large. */
export function isTooLarge(error: unknown): boolean {
  return has(error, (cause) => cause instanceof AnswerSizeError)
}

/** Whether the request timed out. */
export function isTimeout(error: unknown): boolean {
  return has(error, (cause) => cause instanceof TimeoutError)
}

/** Describes an error of a call that must not stop others, in one line. Throws an error that may pass, and any other error. */
export function describeRefusal(error: unknown): string {
  if (isPassing(error)) throw error
  if (error instanceof FillproofError) return error.shortMessage
  if (error instanceof BaseError) return describeFault(error)
  throw error
}

/**
 * Describes the failure in one line, without any part of the node's URL: viem's long messages and nodes' texts may contain a
 * key.
 */
export function describeFault(error: BaseError): string {
  const root = error.walk((cause) => cause instanceof BaseError && !(cause.cause instanceof BaseError))
  // A web page came instead of JSON.
  if (root instanceof BaseError && root.cause instanceof SyntaxError) return 'the answer is not JSON.'
  const text = root instanceof HttpRequestError ? describeStatus(root) : ownText(root ?? error)
  const failed = error.walk((cause) => urlOf(cause) !== undefined)
  return cleanText(hideUrl(text, urlOf(failed)).replace(/https?:\S+/gi, '[url]'))
}

function ownText(root: Error): string {
  return root instanceof BaseError ? root.details || root.shortMessage : root.name
}

/** Describes an answer with an HTTP status. viem's details are JSON, from which only the sentence is kept. */
function describeStatus({ status, details, shortMessage }: HttpRequestError): string {
  if (status === undefined) return details || shortMessage
  const parsed = parseJson(details)
  const sentence = toText(parsed) ?? toText(toRecord(parsed)?.message) ?? details
  return /^\s*<|^$/.test(sentence) ? `status ${status}.` : `status ${status}: ${sentence}`
}

function urlOf(cause: unknown): string | undefined {
  return cause instanceof BaseError && 'url' in cause ? toText(cause.url) : undefined
}

function detailsOf(error: unknown): string {
  const found: string[] = []
  has(error, (cause) => {
    if (cause instanceof BaseError) found.push(cause.details)
    return false
  })
  return found.join('\n')
}

function hasLimitCode(cause: unknown): boolean {
  const isLimit = cause instanceof BaseError && 'code' in cause && limitCodes.includes(cause.code)
  return isLimit || (cause instanceof HttpRequestError && cause.status === 429)
}

/**
 * Whether something other than the node answered, or nothing did. Statuses 400 and 413 don't show that, since some nodes reject a
 * request by the status alone. For 429, the text of the answer decides.
 */
function isTransportFault(cause: unknown): boolean {
  return cause instanceof HttpRequestError && ![400, 413, 429].includes(cause.status ?? 0)
}

function has(error: unknown, isIt: (cause: unknown) => boolean): boolean {
  return error instanceof BaseError && error.walk(isIt) !== null
}
