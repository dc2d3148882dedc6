import { toText } from '../../base/values.js'
import { currentWord, isLast, rankOf } from '../../service/resources/requestStatus.js'
import type { StatusRecord } from '../../service/resources/status.js'

export type StatusSequence = {
  /** The number of changes so far. */
  readonly changes: number
  readonly last: StatusRecord | undefined
  /**
   * Returns the record if it is a change, with `fallback` and `refunded` written as `refund`.
   *
   * `changesBefore` is the number of changes when the record was requested. If another change was accepted since, a record
   * without a newer `updatedAt` may be older than that change, and is skipped. A success or a refund is never skipped for that
   * reason.
   */
  accept(record: StatusRecord, changesBefore?: number): StatusRecord | undefined
}

/** Whether the request is over. Nothing follows a success or a refund. A failure is not terminal, since a refund may follow. */
export function isTerminal({ status }: StatusRecord): boolean {
  return isLast(status)
}

/** Orders the statuses from polls and events, without repeats and never backwards. */
export function createStatusSequence(): StatusSequence {
  let last: StatusRecord | undefined
  let updatedAt = Number.NEGATIVE_INFINITY
  let known = new Set<string>()
  let changes = 0

  function isOutdated(next: StatusRecord, changesBefore: number): boolean {
    if (!last || isTerminal(next)) return false
    const [from, to] = [rankOf(last.status), rankOf(next.status)]
    if (last.status === 'failure' && to !== undefined && to < rankOf('pending')!) return true
    if (typeof next.updatedAt === 'number' && next.updatedAt !== updatedAt) return next.updatedAt < updatedAt
    if (changes !== changesBefore) return true
    // If the times don't decide, the order of the statuses does, except after a failure: a refund begins with `pending` again.
    return last.status !== 'failure' && from !== undefined && to !== undefined && to < from
  }

  return {
    get changes() {
      return changes
    },
    get last() {
      return last
    },
    accept(record, changesBefore = changes) {
      const next = { ...record, status: currentWord(record.status) }
      if (last && (isTerminal(last) || isOutdated(next, changesBefore))) return undefined
      updatedAt = Math.max(updatedAt, next.updatedAt ?? updatedAt)
      if (next.status !== last?.status) known = new Set()
      const facts = factsOf(next).filter((fact) => !known.has(fact))
      if (next.status === last?.status && facts.length === 0) return undefined
      for (const fact of facts) known.add(fact)
      last = next
      changes++
      return next
    },
  }
}

/**
 * Lists the facts of a record that make it a change even if the status stays the same. A missing field is not a change: events
 * leave out fields that answers have.
 */
function factsOf({ inTxHashes, txHashes, failReason, refundFailReason }: StatusRecord): string[] {
  const reasons = { failReason: toText(failReason), refundFailReason: toText(refundFailReason) }
  return [
    ...(inTxHashes ?? []).map((hash) => `in ${hash}`),
    ...(txHashes ?? []).map((hash) => `out ${hash}`),
    ...Object.entries(reasons).flatMap(([name, value]) =>
      value && value !== 'N/A' ? `${name} ${value}` : [],
    ),
  ]
}
