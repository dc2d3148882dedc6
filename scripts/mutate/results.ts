// The outcome of each mutant, kept from one run to the next.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Found, Mutant } from './findMutants.js'
import type { Outcome } from './worker.js'

const path = join(import.meta.dirname, 'results.json')

/** `by` is the title of the test that killed the mutant, `source` the hash of its file. */
export type Result = { outcome: Outcome; by?: string; source: string }

/** Reads the results of earlier runs. */
export function readResults() {
  const results: Record<string, Result> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  return {
    /** The last result of a mutant, whose source may have changed since. */
    last: (mutant: Mutant): Result | undefined => results[keyOf(mutant)],
    /** The result of a mutant whose source is the same. */
    get: (mutant: Mutant, { hashes }: Found): Result | undefined => {
      const result = results[keyOf(mutant)]
      return result?.source === hashes[mutant.file] ? result : undefined
    },
    /** Keeps a result, and drops those of mutants that no longer exist. */
    keep: (mutant: Mutant, result: Result, { mutants }: Found) => {
      results[keyOf(mutant)] = result
      const kept = mutants.flatMap((known) => {
        const found = results[keyOf(known)]
        return found ? [[keyOf(known), found]] : []
      })
      writeFileSync(path, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
    },
  }
}

/** Names a mutant among all. */
export function keyOf({ file, name }: Mutant): string {
  return `${file} ${name}`
}
