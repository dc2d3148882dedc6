import type { Hex } from 'viem'
import { toBytes } from '../../base/values.js'
import type { BatchStatus } from '../../batch/types.js'

/** What `--invalid` has a line of. */
export type BrokenLine = {
  /** From 1, as editors count. */
  line: number
  status: Exclude<BatchStatus, 'valid'>
  /** Null where there is none to be read. */
  requestId: Hex | null
  reason: string
  /** The line as it is; of one over 1 MiB, its start. */
  text: string
}

/** Where a check stands, as it is written down to be resumed. */
export type Tally = {
  /** Lines that were checked, and the bytes they took, without compression. */
  lines: number
  bytes: number
  counts: Record<BatchStatus, number>
  seconds: number
  /** The first lines that are broken, for people. */
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

/** How many broken lines are shown to people. */
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

export function summarize({ lines, counts, seconds }: Tally): Summary {
  return {
    total: lines,
    ...counts,
    seconds: Math.round(seconds * 1000) / 1000,
    perSecond: seconds > 0 ? Math.round(lines / seconds) : 0,
  }
}

/** The id that a line has, however broken the rest is. */
export function readRequestId(text: string): Hex | null {
  try {
    return toBytes(JSON.parse(text)?.requestId, [32]) ?? null
  } catch {
    return null
  }
}
