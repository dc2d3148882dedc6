import type { Outcome, WaitingFor } from '../../report/state/findOutcome.js'
import type { Verification } from '../../report/verification.js'

/** A verdict and its source. */
export type OutcomeRow = {
  name: 'genuine' | 'outcome'
  text: string
  source?: 'signed' | 'measured' | 'said'
}

const outcomes: Record<Exclude<Outcome, 'waiting'>, string> = {
  paid: 'paid',
  returned: 'returned, not paid',
  refunded: 'refunded, not paid',
  failed: 'failed',
  settled: 'settled',
  expired: 'expired, not paid',
  unknown: 'unknown',
}

const waits: Record<WaitingFor, string> = {
  deposit: 'waiting for the deposit',
  authorization: 'waiting for the authorization of its call',
  fill: 'waiting for the fill',
}

/** Returns two verdicts: whether the evidence is genuine, and the outcome. */
export function outcomeRows({
  genuine,
  outcome,
  outcomeSource,
  waitingFor,
}: Pick<Verification, 'genuine' | 'outcome' | 'outcomeSource' | 'waitingFor'>): [OutcomeRow, OutcomeRow] {
  const text = waitingFor ? waits[waitingFor] : outcomes[outcome as keyof typeof outcomes]
  return [
    genuine === null
      ? { name: 'genuine', text: "can't tell who signed" }
      : { name: 'genuine', text: genuine ? 'genuine' : 'not genuine', source: 'signed' },
    { name: 'outcome', text, ...(outcomeSource && { source: outcomeSource }) },
  ]
}

const losses: readonly string[] = ['returned', 'refunded', 'failed', 'expired']

/** Returns whether nothing went wrong. Without a receiver, `valid` alone can be true for a refunded or failed request. */
export function isGood({ valid, outcome }: Pick<Verification, 'valid' | 'outcome'>): boolean {
  return valid && !losses.includes(outcome)
}
