import type { Hex } from 'viem'
import { parseJson } from '../base/parseJson.js'
import { toBytes, toRecord } from '../base/values.js'
import { holdsOrder, readKeptOrder } from '../service/orders/keptOrder.js'
import type { VerifiedChunk } from './chunk.js'
import { countResults, type PackedResults } from './packResults.js'
import { type BatchStatus, batchStatuses, type NamedChain } from './types.js'

export type BrokenLine = {
  /** The line number, from 1. */
  line: number
  status: Exclude<BatchStatus, 'valid'>
  /** The request id, or the order id of an order. Null if it can't be read. */
  requestId: Hex | null
  reason: string
  /** The line, or the start of a line over 1 MiB. */
  text: string
}

/** The number of lines that failed for one reason. */
export type ReasonCount = {
  status: BrokenLine['status']
  /** The reason, with `…` in place of a line's own values. */
  reason: string
  count: number
}

/** The state of a batch verification. */
export type Tally = {
  lines: number
  counts: Record<BatchStatus, number>
  seconds: number
  reasons: ReasonCount[]
  /** The first broken lines, to show to people. */
  first: Omit<BrokenLine, 'text'>[]
}

export type Summary = {
  total: number
  valid: number
  invalid: number
  malformed: number
  /** The reasons, the most frequent first. */
  reasons: ReasonCount[]
  seconds: number
  perSecond: number
}

/** The most broken lines to show to people. */
export const shownLines = 20

/** The most distinct reasons to count. Further reasons are counted together. */
const countedReasons = 50

export function createTally(): Tally {
  return { lines: 0, counts: { valid: 0, invalid: 0, malformed: 0 }, reasons: [], seconds: 0, first: [] }
}

/** Adds the counts of a chunk, and its broken lines if there is room to show them. */
export function addToTally(
  tally: Tally,
  { index, results }: VerifiedChunk,
  broken: readonly BrokenLine[],
): void {
  for (const status of batchStatuses) tally.counts[status] += results.counts[status]
  addReasons(tally, results)
  for (const { text: _, ...line } of broken) tally.first.push(line)
  tally.lines = index + results.numbers.length
}

function addReasons(tally: Tally, results: PackedResults): void {
  if (results.counts.invalid + results.counts.malformed === 0) return
  for (const [{ status, reason = '' }, count] of countResults(results)) {
    if (status !== 'valid') addReason(tally, { status, reason: withoutValues(reason), count })
  }
}

/** Adds a number of lines that failed for a reason. */
export function addReason({ reasons }: Pick<Tally, 'reasons'>, { status, reason, count }: ReasonCount): void {
  const find = (text: string) => reasons.find((known) => known.status === status && known.reason === text)
  const text = find(reason) || reasons.length < countedReasons ? reason : 'other reasons'
  const known = find(text)
  if (known) known.count += count
  else reasons.push({ status, reason: text, count })
}

function withoutValues(reason: string): string {
  return reason
    .replace(/, found .*/s, '.')
    .replace(/ is [^ ]+, /g, ' is …, ')
    .replace(/0x[0-9a-f]{40,}/gi, '0x…')
}

export function summarizeTally({ lines, counts, reasons, seconds }: Tally): Summary {
  return {
    total: lines,
    ...counts,
    reasons: [...reasons].sort((a, b) => b.count - a.count),
    seconds: Math.round(seconds * 1000) / 1000,
    perSecond: seconds > 0 ? Math.round(lines / seconds) : 0,
  }
}

/** Reads the request id from the line of an attestation, even if the rest is broken. For an order, computes the order id. */
export function readRequestId(text: string, chains: readonly NamedChain[]): Hex | null {
  const record = toRecord(parseJson(text))
  if (record && holdsOrder(record)) return readKeptOrder(record, chains)?.orderId ?? null
  return toBytes(record?.requestId, [32]) ?? null
}
