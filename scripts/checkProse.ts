/**
 * Checks that comments and pages are clear at the first reading, as far as it can be counted. Run:
 * `node --import tsx scripts/checkProse.ts`.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findHardSentences } from './prose/findHardSentences.js'

const root = join(import.meta.dirname, '..')
const texts = [
  '*.md',
  'docs/**/*.md',
  'contracts/**/*.{md,sol}',
  'src/**/*.ts',
  'scripts/**/*.ts',
  'site/*.md',
]
const paths = globSync(texts, { cwd: root })
  .filter((path) => !path.startsWith('src/generated/') && path !== 'CHANGELOG.md')
  .sort()
const problems = paths.flatMap((path) => findHardSentences(path, readFileSync(join(root, path), 'utf8')))
for (const problem of problems) console.error(problem)
console.log(`${paths.length} files, ${problems.length} sentences that take a second reading`)
process.exitCode = problems.length > 0 ? 1 : 0
