import { type CurrentStatus, currentWord, isOver } from '../../service/resources/requestStatus.js'
import type { ReceiverReport } from '../receiver/receiverReport.js'
import type { ServiceRecord } from '../service/fetchRecord.js'

/**
 * The outcome or the current state of a request.
 *
 * - `paid`: this receiver measured the payment. If other orders have the same call, the payment is this order's.
 * - `returned`: the receiver returned the payment of a call that was not authorized, and no other fill is pending. The service's
 *   status shows whether a fill is pending. If there is no status, a fill is pending if the call is authorized by now. Anyone who
 *   brings the money can cause a return.
 * - `refunded`, `failed`: the service reports this.
 * - `settled`: the service reports a fill. No receiver measured a payment.
 * - `waiting`: the request can still be paid. `waitingFor` names the missing part.
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
  /** The source of the outcome: a chain (`measured`) or the service (`said`). Null if the outcome is unknown. */
  outcomeSource: 'measured' | 'said' | null
  /** Set only if the outcome is `waiting`. */
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

/** Finds the outcome of a request. A chain's measurement takes precedence over the service's word. */
export function findOutcome({ onchain, record, deadline, now }: FindOutcomeParameters): RequestOutcome {
  if (isPaidHere(onchain)) return { outcome: 'paid', outcomeSource: 'measured' }
  const stated = record && readOutcome(record)
  const mayStillFill = stated ? stated === 'waiting' : onchain?.isAuthorized
  if (onchain?.returned && !mayStillFill) return { outcome: 'returned', outcomeSource: 'measured' }
  const isLate = onchain?.isPaid === false && onchain.checks.some(({ name, ok }) => name === 'expiry' && !ok)
  const isOpen = !stated || stated === 'waiting'
  if (isLate && (isOpen || stated === 'expired')) return { outcome: 'expired', outcomeSource: 'measured' }
  if (!isOpen) return { outcome: stated, outcomeSource: 'said' }
  if (!stated) return { outcome: 'unknown', outcomeSource: null }
  if (deadline !== undefined && deadline < now) return { outcome: 'expired', outcomeSource: 'said' }
  return { outcome: 'waiting', outcomeSource: 'said', waitingFor: findMissing(record, onchain) }
}

/** Returns whether the receiver's payment is this request's: other orders may have the same call. */
export function isPaidHere(onchain: Pick<ReceiverReport, 'isPaid' | 'isOwnFill'> | undefined): boolean {
  return onchain?.isPaid === true && onchain.isOwnFill !== false && onchain.isOwnFill !== null
}

/** Failure reasons that mean that nothing was paid, and that nothing can be paid any more. */
const expiries: readonly string[] = ['TTL_EXPIRED', 'PROTOCOL_DEADLINE_EXPIRED', 'ORDER_EXPIRED']

const outcomes: Record<CurrentStatus, Outcome> = {
  ...{ waiting: 'waiting', depositing: 'waiting', pending: 'waiting', submitted: 'waiting' },
  ...{ success: 'settled', failure: 'failed', refund: 'refunded' },
}

/** Reads the outcome from the service's status; undefined if the status does not decide it. */
function readOutcome(record: ServiceRecord): Outcome | undefined {
  const { status, failReason } = record
  const word = currentWord(status)
  if (word === 'failure' && expiries.includes(failReason ?? '') && !hasDeposit(record)) return 'expired'
  if (Object.hasOwn(outcomes, word)) return outcomes[word as CurrentStatus]
  return isOver(status) === false && status !== 'unknown' ? 'waiting' : undefined
}

function findMissing(record: ServiceRecord, onchain: ReceiverReport | undefined): WaitingFor {
  if (record.status === 'waiting' && !hasDeposit(record)) return 'deposit'
  return onchain?.isAuthorized === false ? 'authorization' : 'fill'
}

export function hasDeposit({ depositTransactions }: Pick<ServiceRecord, 'depositTransactions'>): boolean {
  return depositTransactions.length > 0
}
