/**
 * Builds the site into `site/dist` and checks it. It uses no network.
 *
 * Run: `npm run build:site`, after `npm ci --prefix site`.
 */
import { rmSync } from 'node:fs'
import { build } from 'vitepress'
import { compileContracts } from './api/compileContracts.js'
import { writeContracts } from './api/writeContracts.js'
import { writeEntries } from './api/writeEntries.js'
import { writeSources } from './api/writeSources.js'
import { checkHosts } from './check/checkHosts.js'
import { checkLinks } from './check/checkLinks.js'
import { checkNames } from './check/checkNames.js'
import { checkSearch } from './check/checkSearch.js'
import { generated } from './paths.js'

rmSync(generated, { recursive: true, force: true })
const contracts = compileContracts()
writeContracts(contracts)
writeSources()
await writeEntries()
await build(import.meta.dirname)

const problems = [
  ...(await checkLinks()),
  ...checkHosts(),
  ...checkNames(contracts),
  ...(await checkSearch(contracts)),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
