import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The mutated folders, and those of the tests that run against each. */
export const parts = {
  attestation: { source: 'src/protocol/attestation', tests: ['test/protocol/attestation'] },
  order: { source: 'src/protocol/order', tests: ['test/protocol/order'] },
  signature: {
    source: 'src/protocol/signature',
    tests: ['test/protocol/attestation', 'test/protocol/order'],
  },
  settlement: { source: 'src/service/settlement', tests: ['test/service/settlement'] },
  webhooks: { source: 'src/webhooks', tests: ['test/webhooks'] },
  fees: { source: 'src/service/fees', tests: ['test/service/fees'] },
}

/** `unloaded` are changes with which no test file loads: Stryker leaves them out. */
export type Score = { killed: number; survived: number; unloaded: number }

/** Where Stryker keeps the results of a part. */
export function resultsOf(name: string): string {
  return join(import.meta.dirname, 'results', `${name}.json`)
}

/** Counts the results. A mutant that no test reaches has survived. */
export function readScore(name: string): Score {
  const { files } = JSON.parse(readFileSync(resultsOf(name), 'utf8')) as {
    files: Record<string, { mutants: { status: string }[] }>
  }
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const count = (...some: string[]) => statuses.filter((status) => some.includes(status)).length
  return {
    killed: count('Killed', 'Timeout'),
    survived: count('Survived', 'NoCoverage'),
    unloaded: count('RuntimeError'),
  }
}
