import type { HappenedFacts } from '../../rules/happened/facts.js'
import { happenedRules } from '../../rules/happened/happenedRules.js'
import { judge } from '../../rules/verdict.js'
import type { Unchecked } from '../types.js'
import type { Claim } from './toFinding.js'

/** A contradiction, or the reason why something could not be checked. */
export type Outcome = Claim | Unchecked

/** What is known of a fill, and why the rest is not. What is absent from both is of no use to this fill. */
export type KnownFacts = {
  facts: Partial<HappenedFacts>
  why?: Partial<Record<keyof HappenedFacts, string>>
}

/** Judges a fill. A kind that is contradicted needs nothing more. */
export function judgeFill({ facts, why = {} }: KnownFacts): Outcome[] {
  const verdicts = judge(happenedRules, facts)
  const contradicted = new Set(verdicts.filter(({ ok }) => ok === false).map(({ check }) => check))
  return verdicts.flatMap((verdict): Outcome[] => {
    const { check: kind } = verdict
    if (verdict.ok === false) return verdict.faults.map((fault) => ({ kind, ...fault }))
    if (verdict.ok || contradicted.has(kind)) return []
    return verdict.missing.flatMap((name) => why[name] ?? []).map((reason) => ({ reason }))
  })
}
