import type { HappenedFacts } from '../../rules/happened/facts.js'
import { happenedRules } from '../../rules/happened/happenedRules.js'
import { judge } from '../../rules/verdict.js'
import type { Unchecked } from '../types.js'
import type { Claim } from './toFinding.js'

/** A contradiction, or the reason why something could not be checked. */
export type Outcome = Claim | Unchecked

/** The known facts of a fill, and why other facts are missing. A fact without a value and without a reason does not matter. */
export type KnownFacts = {
  facts: Partial<HappenedFacts>
  why?: Partial<Record<keyof HappenedFacts, string>>
}

/** Judges a fill. If a rule is contradicted, facts that are missing for the same rule are not reported. */
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
