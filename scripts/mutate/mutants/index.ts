import type { Mutant, Mutants } from '../types.js'
import { evidence } from './evidence.js'
import { guard } from './guard.js'
import { libraries } from './libraries.js'
import { policy } from './policy.js'
import { settlement } from './settlement.js'
import { shared } from './shared.js'

/** All mutants. */
export const mutants: Mutant[] = [
  ...policy,
  ...settlement,
  ...evidence,
  ...guard,
  ...shared,
  ...libraries,
].flatMap(list)

function list({ file, tests, edits = {}, deleted = [] }: Mutants): Mutant[] {
  const edited = Object.entries(edits).map(([name, [find, replace, own]]) => {
    return { name, file, find, replace, tests, ...own }
  })
  const without = deleted.map((check) => {
    const [find, ...own] = [check].flat() as [string, ...string[]]
    const replace = find.startsWith('if (') ? 'if (false)' : ''
    return { name: `without ${find}`, file, find, replace, tests: own.length ? own : tests }
  })
  return [...edited, ...without]
}
