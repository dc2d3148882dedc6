/**
 * Builds the site into `site/dist`, and checks it: links, names, search. Uses no network.
 *
 * Run: `npm run build:site`, after `npm ci --prefix site`.
 */
import { rmSync } from 'node:fs'
import { build } from 'vitepress'
import { writeContracts } from './api/writeContracts.js'
import { writeEntries } from './api/writeEntries.js'
import { writeSources } from './api/writeSources.js'
import { generated } from './paths.js'

rmSync(generated, { recursive: true, force: true })
writeContracts()
writeSources()
await writeEntries()
await build(import.meta.dirname)
