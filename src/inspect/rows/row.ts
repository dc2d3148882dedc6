/** A line of a report. */
export type Row = {
  name: string
  /** Of a check; absent for a fact. `excused`: it fails only because the payment was made. */
  result?: CheckResult
  text: string
  /** Only the service's word: nothing signed covers it. */
  source?: 'said'
  /** What the check found, and what it requires. */
  found?: string
  required?: string
}

export type CheckResult = 'passed' | 'failed' | 'excused' | 'unknown'

export function resultOf(ok: boolean | null): CheckResult {
  if (ok === null) return 'unknown'
  return ok ? 'passed' : 'failed'
}
