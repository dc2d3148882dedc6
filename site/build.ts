/**
 * Builds the site into `site/dist` and checks it. It uses no network.
 *
 * Run: `npx tsc -p site && node --import tsx site/build.ts`, after `npm ci --prefix site`.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vitepress'
import { compileContracts } from './api/compileContracts.js'
import { writeContracts } from './api/writeContracts.js'
import { writeEntries } from './api/writeEntries.js'
import { checkAccess } from './check/checkAccess.js'
import { checkHosts } from './check/checkHosts.js'
import { checkLinks } from './check/checkLinks.js'
import { checkNames } from './check/checkNames.js'
import { checkSearch } from './check/checkSearch.js'
import { generated, root } from './paths.js'

/** VitePress makes it, so that pages of the repository find Vue, and fails where it leads nowhere. */
const vueLink = join(root, 'node_modules/vue')

rmSync(vueLink, { force: true })
rmSync(generated, { recursive: true, force: true })
const contracts = compileContracts()
writeContracts(contracts)
await writeEntries()
await build(import.meta.dirname)
rmSync(vueLink, { force: true })

const problems = [
  ...(await checkLinks()),
  ...checkHosts(),
  ...checkNames(contracts),
  ...(await checkSearch(contracts)),
  ...(await checkAccess()),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
