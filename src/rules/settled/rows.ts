import type { SettlementRow } from './types.js'

/** The result of a rule, without the rule's name. */
export type SettlementResult = Omit<SettlementRow, 'name'>

export function pass(found?: unknown, required?: unknown): SettlementResult {
  return { ok: true, ...(found !== undefined && { found }), ...(required !== undefined && { required }) }
}

export function fail(message: string, found?: unknown, required?: unknown): SettlementResult {
  return { ...pass(found, required), ok: false, message }
}

/** Returns a pass for a rule that has nothing to check. */
export function nothing(message: string): SettlementResult {
  return { ok: true, message: `Nothing to check: ${message}.` }
}

export function unchecked(reason: string): SettlementResult {
  return { ok: null, message: `Not checked: ${reason}.` }
}

/** Returns the result of a rule that the facts do not decide. */
export function unknown(reason: string): SettlementResult {
  return { ok: null, message: `Not known: ${reason}.` }
}

/** Combines several results. A failure takes precedence over an unknown result, which takes precedence over success. */
export function combine(findings: readonly SettlementResult[], empty: SettlementResult): SettlementResult {
  const first = (ok: boolean | null) => findings.find((finding) => finding.ok === ok)
  const asked = findings.find(({ ok, message }) => ok && message === undefined)
  return first(false) ?? first(null) ?? asked ?? findings[0] ?? empty
}

/**
 * Returns false if a rule failed. Returns null if no rule failed, but one was not checked or is not known. Otherwise returns
 * true.
 */
export function isSettled(rows: readonly SettlementResult[]): boolean | null {
  if (rows.some(({ ok }) => ok === false)) return false
  return rows.every(({ ok }) => ok === true) ? true : null
}
