// Everything behind an answer, loaded with the first question.
import type { Hex } from 'viem'
import { parseJson } from '../../base/parseJson.js'
import { parseEvidence } from '../evidence/parseEvidence.js'
import { inspectEvidence } from '../inspectEvidence.js'
import { connectCommand, connectExample, connectForm } from './connection.js'
import { explainTrouble } from './explainTrouble.js'
import { setup } from './setup.js'
import { type CardParameters, card } from './views/card.js'
import { lanes } from './views/lanes.js'
import { lifeCycle } from './views/lifeCycle.js'
import { orderLane, summarizeOrder, summarizeTransaction } from './views/lone.js'
import { summarizeVerification } from './views/summary.js'

export type ShownAnswer = {
  headline: string
  nodes: HTMLElement[]
  /** Who asked whom, for print. */
  place: string
  /** What the link names. */
  hashName: 'request' | 'tx'
  requestId?: Hex
  /** What `verify --json` prints. */
  data?: unknown
  /** Whether the text may be records of several requests. */
  isList?: boolean
}

const connect = (isExample: boolean) =>
  isExample ? connectExample() : setup ? connectCommand(setup) : connectForm()

/** The solvers that a file is checked against. */
export const trustedSolvers = (isExample: boolean) => connect(isExample).trusted

/** Answers a text; what can't be answered is an answer too. */
export async function answerText(text: string, isExample: boolean): Promise<ShownAnswer> {
  try {
    return await answer(text, isExample)
  } catch (error) {
    const isList = error instanceof UnreadableError && text.trim().includes('\n')
    return { ...describeTrouble(error), isList }
  }
}

async function answer(text: string, isExample: boolean): Promise<ShownAnswer> {
  const now = Math.floor(Date.now() / 1000)
  const connection = connect(isExample)
  const evidence = readEvidence(text)
  const inspection = await inspectEvidence({ ...connection, evidence, now })
  const { profile, trusted, target } = connection
  const receiver = target ? `, receiver ${target.receiver}` : ''
  const place = `Profile ${profile.name}, trusted solver ${trusted.join(', ') || 'none'}${receiver}`
  const made = (parameters: CardParameters, ...nodes: HTMLElement[]) => ({
    headline: [parameters.headline, parameters.says].filter(Boolean).join(', '),
    nodes: [card(parameters), ...nodes],
    place,
    hashName: 'request' as const,
  })
  if ('order' in inspection) {
    const { order } = inspection
    return { ...made(summarizeOrder(order), orderLane(order)), requestId: order.order.orderId }
  }
  if ('transaction' in inspection) {
    const { transaction } = inspection
    const { transactionHash: requestId } = transaction.transaction
    const shown = made(summarizeTransaction(transaction))
    return { ...shown, requestId, hashName: 'tx', data: transaction }
  }
  const { verification } = inspection
  const { requestId, record, onchain } = verification
  const known = record || onchain ? [lifeCycle(verification)] : []
  const shown = made(
    summarizeVerification(verification, now, connection.explorer),
    ...known,
    lanes(verification, now),
  )
  const isTransaction = evidence.hashes !== undefined && evidence.hashes[0] !== requestId
  return { ...shown, requestId, hashName: isTransaction ? 'tx' : 'request', data: verification }
}

/** Whether a text is the evidence of one request, and not a list of records. */
export function isEvidence(text: string): boolean {
  try {
    parseEvidence(text)
    return true
  } catch {
    return parseJson(text) !== undefined
  }
}

/** Marks text that can't be read. */
class UnreadableError extends Error {}

function readEvidence(text: string) {
  try {
    return parseEvidence(text)
  } catch (cause) {
    throw new UnreadableError('', { cause })
  }
}

export function describeTrouble(error: unknown): ShownAnswer {
  const isUnreadable = error instanceof UnreadableError
  const [headline = '', why, ...steps] = explainTrouble(isUnreadable ? error.cause : error)
  const title = isUnreadable ? "Can't read this" : headline
  const node = card({ tone: 'unknown', headline: title, why, steps })
  return { headline: title, nodes: [node], place: 'no answer', hashName: 'request' }
}
