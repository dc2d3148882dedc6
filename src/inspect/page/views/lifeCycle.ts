import type { Verification } from '../../verification.js'
import { element } from '../dom.js'
import { clockTime, duration } from './values.js'

/** Chains and the service have different clocks. */
type Clock = 'chain' | 'service'

type Stage = {
  name: string
  /** `skipped` never happened, `lost` did, and is no success. */
  state: 'done' | 'missing' | 'skipped' | 'lost' | 'unknown'
  at?: number | undefined
  clock?: Clock
  source?: 'signed' | 'measured' | 'said'
}

/** Lists what the request went through, and what is missing; no one was asked about what is `unknown`. */
function listStages(verification: Verification): Stage[] {
  const { onchain, record, genuine, outcome, order, requestId } = verification
  const { payment, isAuthorized } = onchain ?? {}
  const said = (name: string) => record?.timeline.find((event) => event.name === name)?.at
  const isOpen = outcome === 'waiting'
  const rest = outcome === 'unknown' || !record ? 'unknown' : isOpen ? 'missing' : 'skipped'
  const stage = (name: string, isDone: boolean, others: Partial<Stage> = {}): Stage =>
    isDone ? { name, state: 'done', ...others } : { name, state: rest }
  const isFilled = outcome === 'paid' || outcome === 'returned' || outcome === 'settled'
  const isDeposited = record !== undefined && record.depositTransactions.length > 0
  const isPaidCall = payment !== undefined && ![requestId, order?.orderId].includes(payment.id)
  const isCall = isAuthorized !== undefined || outcome === 'returned' || isPaidCall
  const source = payment || onchain?.returned ? 'measured' : 'said'
  const authorized = stage('authorized', isAuthorized === true || isPaidCall, { source: 'measured' })
  if (isAuthorized === false) authorized.state = isOpen ? 'missing' : 'skipped'
  return [
    record
      ? { name: 'quoted', state: 'done', at: said('created'), clock: 'service', source: 'said' }
      : { name: 'quoted', ...(genuine ? { state: 'done', source: 'signed' } : { state: 'unknown' }) },
    ...(isCall ? [authorized] : []),
    stage('deposited', isDeposited, { at: said('deposit'), clock: 'chain', source: 'said' }),
    stage('filled', isFilled, { at: payment?.timestamp ?? said('fill'), clock: 'chain', source }),
    ...listEnd(verification),
  ]
}

function listEnd({ outcome, record }: Verification): Stage[] {
  const dated = { at: endOf(record), clock: 'service', source: 'said' } as const
  if (outcome === 'returned') return [{ name: 'returned', state: 'lost', source: 'measured' }]
  if (outcome === 'expired') return [{ name: 'expired', state: 'lost' }]
  if (outcome === 'refunded' || outcome === 'failed') return [{ name: outcome, state: 'lost', ...dated }]
  if (record?.status === 'success') return [{ name: 'settled', state: 'done', ...dated }]
  const isKnown = record && outcome !== 'unknown'
  return [{ name: 'settled', state: !isKnown ? 'unknown' : outcome === 'waiting' ? 'missing' : 'skipped' }]
}

function endOf(record: Verification['record']): number | undefined {
  const last = record?.timeline.at(-1)
  return last?.name === record?.status ? last?.at : undefined
}

const forms: Record<Stage['state'], (name: string) => string> = {
  done: (name) => name,
  lost: (name) => name,
  missing: (name) => `not ${name} yet`,
  skipped: (name) => `not ${name}`,
  unknown: (name) => `${name}?`,
}

/** Makes one strip of the stages, each with its time, and between two of one clock how long it took. */
export function lifeCycle(verification: Verification): HTMLElement {
  const last: Partial<Record<Clock, number>> = {}
  const items = listStages(verification).map(({ name, state, at, clock, source }) => {
    const before = clock && last[clock]
    if (clock && at !== undefined) last[clock] = at
    const took =
      at !== undefined && before !== undefined && at >= before ? `+${duration(at - before)}` : undefined
    return element(
      'li',
      // Only what is signed or measured has the color of success.
      { class: state === 'done' && source === 'said' ? 'said' : state },
      element('b', {}, forms[state](name)),
      at !== undefined && clockTime(at),
      took !== undefined && element('span', { class: 'took' }, took),
      source &&
        element('span', { class: 'clock' }, at === undefined ? source : `${source}, ${clock}'s clock`),
    )
  })
  return element('ol', { class: 'cycle', 'aria-label': 'Life cycle' }, ...items)
}
