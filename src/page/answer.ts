// The code that answers a question. The page loads this file with the first question.
import type { Hex } from 'viem'
import { parseJson } from '../base/parseJson.js'
import { type ParsedEvidence, parseEvidence } from '../report/evidence/parseEvidence.js'
import { reportEvidence } from '../report/reportEvidence.js'
import { connectCommand, connectExample, connectForm } from './connection.js'
import { explainTrouble } from './explainTrouble.js'
import { setup } from './setup.js'
import { type CardParameters, card } from './views/card.js'
import { lanes } from './views/lanes.js'
import { lifeCycle } from './views/lifeCycle.js'
import { orderLane, summarizeOrder, summarizeTransaction } from './views/lone.js'
import { summarizeVerification } from './views/summary.js'
import { wholeId } from './views/values.js'

export type ShownAnswer = {
  headline: string
  nodes: HTMLElement[]
  /** The line with the profile, the solver and the receiver. Only a print and a saved report show the whole line. */
  place: string
  /** The parameter name for a bare hash in a link. */
  hashName: 'request' | 'tx'
  id?: Hex
  subject?: HTMLElement
  /** The output of `verify --json`. */
  data?: unknown
  /** Whether the text may be records of several requests. */
  isList?: boolean
  /** Whether a next step asks the user to fill in the connection form. */
  usesConnection?: boolean
}

const connect = (isExample: boolean) =>
  isExample ? connectExample() : setup ? connectCommand(setup) : connectForm()

/** Returns the setup for the check of a file of records: the trusted solvers and the profile's chains. */
export const recordsSetup = (isExample: boolean) => {
  const { trusted, profile } = connect(isExample)
  return { solvers: trusted, chains: (profile.chains ?? []).map(({ name, id }) => ({ name, id })) }
}

/** Answers a text. An error also becomes an answer. */
export async function answerText(text: string, isExample: boolean): Promise<ShownAnswer> {
  try {
    return await answer(parseEvidence(text), isExample)
  } catch (error) {
    return {
      ...describeTrouble(error, isReadable(text)),
      isList: !isReadable(text) && text.trim().includes('\n'),
    }
  }
}

async function answer(evidence: ParsedEvidence, isExample: boolean): Promise<ShownAnswer> {
  const connection = connect(isExample)
  const now = Math.floor(Date.now() / 1000)
  const inspection = await reportEvidence({ ...connection, evidence, now })
  const { profile, trusted, target } = connection
  const receiver = target ? `, receiver ${target.receiver}` : ''
  const place = `Profile ${profile.name}, trusted solver ${trusted.join(', ') || 'none'}${receiver}`
  const made = (parameters: CardParameters, ...nodes: HTMLElement[]) => ({
    headline: [parameters.headline, parameters.says].filter(Boolean).join(', '),
    nodes: [card(parameters), ...nodes],
    place,
    hashName: 'request' as const,
    usesConnection: parameters.usesConnection === true,
  })
  const nameId = (name: string, id: Hex) => ({
    id,
    subject: wholeId(isExample ? `Example ${name.toLowerCase()}` : name, id),
  })
  if ('order' in inspection) {
    const { order } = inspection
    return {
      ...made(summarizeOrder(order, now), orderLane(order, profile.chains)),
      ...nameId('Order', order.order.orderId),
    }
  }
  if ('transaction' in inspection) {
    const { transaction } = inspection
    const { transactionHash } = transaction.transaction
    const shown = made(summarizeTransaction(transaction))
    return { ...shown, ...nameId('Transaction', transactionHash), hashName: 'tx', data: transaction }
  }
  const { verification } = inspection
  const { requestId } = verification
  const stages = lifeCycle(verification)
  const summary = summarizeVerification(verification, now, connection.explorer)
  const shown = made(summary, ...(stages ? [stages] : []), lanes(verification, now))
  const isTransaction = evidence.hashes !== undefined && evidence.hashes[0] !== requestId
  const hashName = isTransaction ? 'tx' : 'request'
  return { ...shown, ...nameId('Request', requestId), hashName, data: verification }
}

/** Returns whether a text is the evidence of one request, not a list of records. */
export const isEvidence = (text: string) => isReadable(text) || parseJson(text) !== undefined

function isReadable(text: string): boolean {
  try {
    return parseEvidence(text) !== undefined
  } catch {
    return false
  }
}

export function describeTrouble(error: unknown, isRead = true): ShownAnswer {
  const [title = '', why, ...steps] = explainTrouble(error)
  const headline = isRead ? title : "Can't read this"
  const node = card({ tone: 'unknown', headline, why, steps })
  return { headline, nodes: [node], place: 'no answer', hashName: 'request' }
}
