/**
 * Writes the test vectors for other languages into `vectors/`.
 *
 * The expected results come from the tables of `scripts/vectors`, not from the library. The hashes of changed orders
 * are the exception: the tests compare them with the contracts' hashes. Run:
 * `node --import tsx scripts/writeVectors.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeInboxGroups } from './vectors/inboxes.js'
import { notes } from './vectors/notes.js'
import { makeOrderGroups } from './vectors/orders.js'
import { makeQuoteGroups } from './vectors/quotes.js'

/** Returns each file by name. */
export async function createVectors(): Promise<Record<'inboxes' | 'orders' | 'quotes', object>> {
  const files = {
    inboxes: makeInboxGroups(),
    orders: await makeOrderGroups(),
    quotes: await makeQuoteGroups(),
  }
  const entries = Object.entries(files).map(([name, testGroups]) => {
    const numberOfTests = testGroups.reduce((sum, { tests }) => sum + tests.length, 0)
    return [
      name,
      { schema: `${name}.schema.json`, numberOfTests, notes: notes[name as keyof typeof notes], testGroups },
    ]
  })
  return Object.fromEntries(entries)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(import.meta.dirname, '../vectors')
  mkdirSync(folder, { recursive: true })
  for (const [name, file] of Object.entries(await createVectors())) {
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(file, undefined, 1)}\n`)
  }
}
