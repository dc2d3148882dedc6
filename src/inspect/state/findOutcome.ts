import { currentWord, isOver } from '../../service/resources/requestStatus.js'
import type { ReceiverReport } from '../receiver/report.js'
import type { ServiceRecord } from '../service/fetchRecord.js'

/**
 * The end or the state of a request.
 *
 * - `paid`: this receiver measured its payment; of a call that other orders have too, for this one.
 * - `returned`: the receiver returned the payment of a call that nothing had authorized, and no fill may come: anyone who
 *   brings the money can cause that.
 * - `refunded`, `failed`: the service's words.
 * - `settled`: the service's word for a fill; no receiver measured a payment.
 * - `waiting`: it can still be paid, and `waitingFor` tells what is missing.
 * - `expired`: nothing was paid, and the deadline has passed.
 */
export type Outcome =
  | 'paid'
  | 'returned'
  | 'refunded'
  | 'failed'
  | 'settled'
  | 'waiting'
  | 'expired'
  | 'unknown'

export type WaitingFor = 'deposit' | 'authorization' | 'fill'

export type RequestOutcome = {
  outcome: Outcome
  /** A chain that was asked, or the service; null where the outcome is unknown. */
  outcomeSource: 'measured' | 'said' | null
  /** Only of what waits. */
  waitingFor?: WaitingFor
}

export type FindOutcomeParameters = {
  onchain?: ReceiverReport | undefined
  record?: ServiceRecord | undefined
  /** The deadline of the order or of a registrar's terms, Unix seconds. */
  deadline?: number | undefined
  /** Unix seconds. */
  now: number
}

/** Finds what happened to a request. What a chain measured goes before what the service says. */
export function findOutcome({ onchain, record, deadline, now }: FindOutcomeParameters): RequestOutcome {
  if (isPaidHere(onchain)) return { outcome: 'paid', outcomeSource: 'measured' }
  const stated = record && readOutcome(record)
  const mayStillFill = stated ? stated === 'waiting' : onchain?.isAuthorized
  if (onchain?.returned && !mayStillFill) return { outcome: 'returned', outcomeSource: 'measured' }
  if (stated && stated !== 'waiting') return { outcome: stated, outcomeSource: 'said' }
  const isUnpaid = onchain?.isPaid === false
  const hasExpired = onchain?.checks.some(({ name, ok }) => name === 'expiry' && !ok)
  if (isUnpaid && hasExpired) return { outcome: 'expired', outcomeSource: 'measured' }
  if (!stated) return { outcome: 'unknown', outcomeSource: null }
  if (deadline !== undefined && deadline < now) return { outcome: 'expired', outcomeSource: 'said' }
  return { outcome: 'waiting', outcomeSource: 'said', waitingFor: findMissing(record, onchain) }
}

/** Whether what the receiver paid is the request's: a call may be another order's too. */
export function isPaidHere(onchain: Pick<ReceiverReport, 'isPaid' | 'isOwnFill'> | undefined): boolean {
  return onchain?.isPaid === true && onchain.isOwnFill !== false && onchain.isOwnFill !== null
}

/** With these nobody paid, and nobody can. */
const expiries: readonly string[] = ['TTL_EXPIRED', 'PROTOCOL_DEADLINE_EXPIRED', 'ORDER_EXPIRED']

/** Undefined for a word that says nothing. */
function readOutcome(record: ServiceRecord): Outcome | undefined {
  const { status, failReason } = record
  if (status === 'success') return 'settled'
  if (currentWord(status) === 'refund') return 'refunded'
  if (status === 'failure') {
    return expiries.includes(failReason ?? '') && !hasDeposit(record) ? 'expired' : 'failed'
  }
  return isOver(status) === false && status !== 'unknown' ? 'waiting' : undefined
}

function findMissing(record: ServiceRecord, onchain: ReceiverReport | undefined): WaitingFor {
  if (record.status === 'waiting' && !hasDeposit(record)) return 'deposit'
  return onchain?.isAuthorized === false ? 'authorization' : 'fill'
}

/** Returns whether the service knows a deposit. */
export function hasDeposit({ depositTransactions }: Pick<ServiceRecord, 'depositTransactions'>): boolean {
  return depositTransactions.length > 0
}
