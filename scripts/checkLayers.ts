/** Checks that the imports of `src` point downwards. Run: `node --import tsx scripts/checkLayers.ts`. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findUpwardImports } from './layers/findUpwardImports.js'

const src = join(import.meta.dirname, '../src')
const paths = globSync('**/*.ts', { cwd: src }).sort()
const problems = findUpwardImports(paths.map((path) => [path, readFileSync(join(src, path), 'utf8')]))
for (const problem of problems) console.error(problem)
console.log(`${paths.length} files, ${problems.length} imports that do not point downwards`)
process.exit(problems.length > 0 ? 1 : 0)
