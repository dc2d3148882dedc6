// What became of each mutant, kept from one run to the next.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Found, Mutant } from './findMutants.js'
import type { Outcome, TestId } from './worker.js'

const path = join(import.meta.dirname, 'results.json')

/** `killed` comes with the id of the test that noticed. */
type Stored = {
  tests: Record<string, string>
  files: Record<string, { source: string; mutants: Record<string, string> }>
}

export type Result = { outcome: Outcome; by: string | null }
export type Results = ReturnType<typeof readResults>

/** Reads the results of former runs. */
export function readResults() {
  const stored: Stored = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { tests: {}, files: {} }
  const titles = new Map(Object.entries(stored.tests))
  const former = new Map<string, Result & { source: string }>()
  for (const [file, { source, mutants }] of Object.entries(stored.files)) {
    for (const [name, text] of Object.entries(mutants)) {
      const by = /^killed (\w+)$/.exec(text)?.[1] ?? null
      former.set(`${file} ${name}`, { outcome: by ? 'killed' : (text as Outcome), by, source })
    }
  }
  return {
    /** The result of a mutant, whose source may have changed since. */
    former: (mutant: Mutant) => former.get(keyOf(mutant)),
    /** The result of a mutant of a source that is still the same. */
    get: (mutant: Mutant, source: string | undefined): Result | undefined => {
      const result = former.get(keyOf(mutant))
      return result?.source === source ? result : undefined
    },
    set: (mutant: Mutant, source: string, outcome: Outcome, by: TestId | null) => {
      if (by) titles.set(by.id, by.title)
      former.set(keyOf(mutant), { outcome, by: by?.id ?? null, source })
    },
    titleOf: (id: string) => titles.get(id) ?? id,
    /** Writes what is known of `mutants`, and nothing of those that are no more. */
    write: ({ mutants, hashes }: Found) => {
      const files: Stored['files'] = {}
      const used = new Set<string>()
      for (const mutant of mutants) {
        const result = former.get(keyOf(mutant))
        const source = hashes[mutant.file] ?? ''
        if (result?.source !== source) continue
        if (result.by) used.add(result.by)
        files[mutant.file] ??= { source, mutants: {} }
        const { outcome, by } = result
        files[mutant.file]!.mutants[mutant.name] = by ? `${outcome} ${by}` : outcome
      }
      const tests = Object.fromEntries([...used].sort().map((id) => [id, titles.get(id) ?? '']))
      writeFileSync(path, `${JSON.stringify({ tests, files }, null, 2)}\n`)
    },
  }
}

/** What a mutant is called among all. */
export function keyOf({ file, name }: Mutant): string {
  return `${file} ${name}`
}
