/** The meaning of an error, and how to fix it. A name in braces stands for an argument of the error. */
export type Explanation = { says: string; remedy: string }

/**
 * The reason why a rule fails: the error that the contract reverts with, and its arguments. The found value comes before the
 * required value.
 */
export type Fault = {
  error: string
  args: readonly unknown[]
  /** The place in the order, and the two values in a client's form. The path is empty if no client can find the fault. */
  place: { path: string; found: unknown; required: unknown }
  /** A more specific explanation that replaces the error's own. */
  words?: Pick<Explanation, 'says'> & Partial<Explanation>
}

/** The result of one rule. If a fact is missing, the rule is unknown: neither true nor false. */
export type Verdict<check extends string, fact, found = Fault> = { check: check } & (
  | { ok: true }
  | { ok: false; faults: readonly found[] }
  | { ok: null; missing: readonly fact[] }
)

/** A pure function of the facts that it names. */
export type Rule<check extends string, facts, found = Fault> = {
  check: check
  needs: readonly (keyof facts)[]
  find(facts: facts): Iterable<found>
}

/** Makes rules over one set of facts. Each rule receives only the facts that it needs. */
export function createRule<checks extends string, facts, found = Fault>() {
  return <need extends keyof facts>(
    check: checks,
    needs: readonly need[],
    find: (facts: Pick<facts, need>) => Iterable<found>,
  ): Rule<checks, facts, found> => ({ check, needs, find })
}

/** Makes a fault that only a contract finds. */
export function fault(error: string, ...args: unknown[]): Fault {
  const [found, required] = args
  return { error, args, place: { path: '', found, required } }
}

/** Makes a fault at a place of the order. Without `args`, the error's arguments are the found and the required value. */
export function faultAt(
  path: string,
  found: unknown,
  required: unknown,
  error: string,
  ...args: unknown[]
): Fault {
  return { error, args: args.length > 0 ? args : [found, required], place: { path, found, required } }
}

/** Applies each rule, in the order of the rules. */
export function judge<check extends string, facts, found = Fault>(
  rules: readonly Rule<check, facts, found>[],
  facts: Partial<facts>,
): Verdict<check, keyof facts, found>[] {
  return rules.map(({ check, needs, find }) => {
    const missing = needs.filter((name) => facts[name] === undefined)
    if (missing.length > 0) return { check, ok: null, missing }
    const faults = [...find(facts as facts)]
    return faults.length === 0 ? { check, ok: true } : { check, ok: false, faults }
  })
}

export function namesOf<name extends string>(table: Record<name, unknown>): name[] {
  return Object.keys(table) as name[]
}
