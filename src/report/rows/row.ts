import { cleanText } from '../../base/cleanText.js'
import { writeBigint } from '../../base/writeBigint.js'
import type { Need } from '../receiver/receiverReport.js'

export type Row = {
  name: string
  /** The result of a check. Absent for a fact. `excused`: the check fails only because the request was paid. */
  result?: CheckResult
  text: string
  /** The missing input of a check without a result, such as the order. */
  needs?: Need
  /** Set if only the service states the content of this line: no signature covers the content. */
  source?: 'said'
  /** The value that a rule found, and the value that it requires. */
  found?: string
  required?: string
}

export type CheckResult = 'passed' | 'failed' | 'excused' | 'unknown'

export function resultOf(ok: boolean | null): CheckResult {
  if (ok === null) return 'unknown'
  return ok ? 'passed' : 'failed'
}

const longest = 300

/** Formats a found or required value in one line. */
export function formatFinding(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (Array.isArray(value)) return value.map(formatFinding).join(', ') || 'none'
  if (typeof value !== 'object') return cleanText(String(value), longest)
  const text = JSON.stringify(value, writeBigint)
  return cleanText(text, longest)
}
