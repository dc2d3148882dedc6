import type { Hex } from 'viem'
import { parseJson } from '../base/parseJson.js'
import { toBytes, toRecord } from '../base/values.js'
import type { VerifiedChunk } from './chunk.js'
import { type BatchStatus, batchStatuses } from './types.js'

/** A line of `--invalid`. */
export type BrokenLine = {
  /** From 1. */
  line: number
  status: Exclude<BatchStatus, 'valid'>
  /** Null where it can't be read. */
  requestId: Hex | null
  reason: string
  /** The line; the start of one over 1 MiB. */
  text: string
}

/** The state of a check. */
export type Tally = {
  /** Checked lines, and their uncompressed bytes. */
  lines: number
  bytes: number
  counts: Record<BatchStatus, number>
  seconds: number
  /** The first broken lines, for people. */
  first: Omit<BrokenLine, 'text'>[]
}

export type Summary = {
  total: number
  valid: number
  invalid: number
  malformed: number
  seconds: number
  perSecond: number
}

/** The most broken lines to show to people. */
export const shownLines = 20

export function createTally(): Tally {
  return {
    lines: 0,
    bytes: 0,
    counts: { valid: 0, invalid: 0, malformed: 0 },
    seconds: 0,
    first: [],
  }
}

/** Adds a chunk, and those of its broken lines that are shown. */
export function addToTally(
  tally: Tally,
  { index, results, end }: VerifiedChunk,
  broken: readonly BrokenLine[],
): void {
  for (const status of batchStatuses) tally.counts[status] += results.counts[status]
  for (const { text: _, ...line } of broken) tally.first.push(line)
  tally.lines = index + results.numbers.length
  tally.bytes = end
}

export function summarizeTally({ lines, counts, seconds }: Tally): Summary {
  return {
    total: lines,
    ...counts,
    seconds: Math.round(seconds * 1000) / 1000,
    perSecond: seconds > 0 ? Math.round(lines / seconds) : 0,
  }
}

/** The request id of a line, however broken the rest is. */
export function readRequestId(text: string): Hex | null {
  return toBytes(toRecord(parseJson(text))?.requestId, [32]) ?? null
}
