import { deadlineOf, type Verification } from '../../report/verification.js'
import { element } from '../dom.js'
import type { Source } from './card.js'
import { clockTime, duration } from './values.js'

/** The clock of a time. Chains and the service have different clocks. */
type Clock = 'chain' | 'service'

type Stage = {
  name: string
  /** `skipped`: the stage did not happen. `lost`: the stage happened, and is not a success. */
  state: 'done' | 'missing' | 'skipped' | 'lost' | 'unknown'
  at?: number | undefined
  clock?: Clock
  source?: Source
}

/** Lists the stages that the request went through, and the missing ones. `unknown`: no source reported on the stage. */
function listStages(verification: Verification): Stage[] {
  const { onchain, record, outcome, order, requestId } = verification
  const { payment, isAuthorized } = onchain ?? {}
  const dateOf = (name: string) => record?.timeline.find((event) => event.name === name)?.at
  const isOpen = outcome === 'waiting'
  const rest = outcome === 'unknown' || !record ? 'unknown' : isOpen ? 'missing' : 'skipped'
  const stage = (name: string, isDone: boolean, others: Partial<Stage> = {}): Stage =>
    isDone ? { name, state: 'done', ...others } : { name, state: rest }
  const isFilled = outcome === 'paid' || outcome === 'returned' || outcome === 'settled'
  const isDeposited = record !== undefined && record.depositTransactions.length > 0
  const isPaidCall = payment !== undefined && ![requestId, order?.orderId].includes(payment.id)
  const isCall = isAuthorized !== undefined || outcome === 'returned' || isPaidCall
  const source = payment || onchain?.returned ? 'measured' : 'reported'
  const authorized = stage('authorized', isAuthorized === true || isPaidCall, {
    ...{ at: payment?.authorizedAt, clock: 'chain', source: 'measured' },
  })
  if (isAuthorized === false) authorized.state = isOpen ? 'missing' : 'skipped'
  const deposited = stage('deposited', isDeposited, { at: dateOf('deposit'), clock: 'chain' })
  return [
    record
      ? { name: 'quoted', state: 'done', at: dateOf('created'), clock: 'service', source: 'reported' }
      : { name: 'quoted', state: 'unknown' },
    ...(isCall ? [authorized] : []),
    record ? { ...deposited, source: 'reported' } : deposited,
    stage('filled', isFilled, {
      at: (payment ?? onchain?.returned)?.timestamp ?? dateOf('fill'),
      clock: 'chain',
      source,
    }),
    ...listEnd(verification),
  ]
}

function listEnd(verification: Verification): Stage[] {
  const { outcome, record, onchain, genuine } = verification
  const dated = { at: endOf(record), clock: 'service', source: 'reported' } as const
  const onChain = (name: string, at: number | undefined, source: Source): Stage[] => [
    { name, state: 'lost', at, clock: 'chain', source },
  ]
  if (outcome === 'returned') return onChain('returned', onchain?.returned?.timestamp, 'measured')
  // Only the deadline itself is signed. Nothing signed shows that the deadline has passed.
  if (outcome === 'expired')
    return onChain('deadline', genuine ? deadlineOf(verification) : undefined, 'signed')
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

const fewest = 2

/**
 * Drops a reported time that contradicts the order of the stages, since the clocks of the chain and the service differ. Measured
 * and signed times stay.
 */
function dropBackward(stages: readonly Stage[]): Stage[] {
  return stages.map((stage, place) => {
    const { at, source } = stage
    if (at === undefined || source !== 'reported') return stage
    const isEarly = stages.slice(0, place).some((before) => (before.at ?? at) > at)
    const later = stages.slice(place + 1).filter((after) => after.source !== 'reported')
    return isEarly || later.some((after) => (after.at ?? at) < at) ? { ...stage, at: undefined } : stage
  })
}

/** Creates a strip of the stages that have a time or did not happen; undefined if there are too few times. */
export function lifeCycle(verification: Verification): HTMLElement | undefined {
  let last: Stage | undefined
  let first: number | undefined
  const stages = listStages(verification).filter(({ state, at }) => at !== undefined || state !== 'done')
  if (stages.filter(({ at }) => at !== undefined).length < fewest) return undefined
  const items = dropBackward(stages).map((stage) => {
    const { name, state, at, clock, source } = stage
    const before = last?.clock === clock ? last?.at : undefined
    if (at !== undefined) last = stage
    first ??= at
    const took = at !== undefined && before !== undefined && at > before && `${duration(at - before)} later`
    return element(
      'li',
      // Only signed or measured stages have the color of success.
      { class: state === 'done' && source === 'reported' ? 'reported' : state },
      element('b', {}, forms[state](name)),
      at !== undefined &&
        element('span', {}, clockTime(at, first), took && element('span', { class: 'took' }, took)),
      source && element('span', { class: 'clock', title: `by the clock of the ${clock}` }, source),
    )
  })
  return element('ol', { class: 'cycle', 'aria-label': 'Life cycle' }, ...items)
}
