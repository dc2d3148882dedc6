/**
 * Builds the site into `site/dist` and checks it. It uses no network.
 *
 * Run: `npx tsc -p site && node --import tsx site/build.ts`, after `npm run build` and `npm ci --prefix site`.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vitepress'
import { findProblems } from './check.js'
import { writeContracts } from './contracts.js'
import { writeEntries } from './entries.js'
import { generated, root } from './pages.js'

/** VitePress makes it, so that pages of the repository find Vue, and fails where it leads nowhere. */
const vueLink = join(root, 'node_modules/vue')

rmSync(vueLink, { force: true })
rmSync(generated, { recursive: true, force: true })
writeContracts()
await writeEntries()
await build(import.meta.dirname)
rmSync(vueLink, { force: true })

const problems = await findProblems()
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
