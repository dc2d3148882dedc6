/** The meaning of an error, with its arguments by name in braces, and how to fix it. */
export type Explanation = { says: string; remedy: string }

/** Why a rule fails: the error that the contract reverts with, and its arguments, found before required. */
export type Fault = {
  error: string
  args: readonly unknown[]
  /** Where the order says it, and the two values as a client shows them. The path is empty where no client finds it. */
  place: { path: string; found: unknown; required: unknown }
  /** Where more is known than the error says. */
  words?: Pick<Explanation, 'says'> & Partial<Explanation>
}

/** The answer of one rule. Without all of its facts a rule is unknown: neither true nor false. */
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

/** Lists rules over one set of facts. Each sees the facts that it needs, and no others. */
export function createRule<checks extends string, facts, found = Fault>() {
  return <need extends keyof facts>(
    check: checks,
    needs: readonly need[],
    find: (facts: Pick<facts, need>) => Iterable<found>,
  ): Rule<checks, facts, found> => ({ check, needs, find })
}

/** A fault that only a contract finds. */
export function fault(error: string, ...args: unknown[]): Fault {
  const [found, required] = args
  return { error, args, place: { path: '', found, required } }
}

/** A fault at a place of the order. The error's arguments are the two values, unless others are given. */
export function faultAt(
  path: string,
  found: unknown,
  required: unknown,
  error: string,
  ...args: unknown[]
): Fault {
  return { error, args: args.length > 0 ? args : [found, required], place: { path, found, required } }
}

/** Judges by each rule, in their order. */
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
