/**
 * Prints the facts for an audit: the scope, the functions that can change state, the invariants, and the storage of
 * each deployable contract.
 *
 * Run: `node --import tsx scripts/audit.ts`. With `--write` it writes the tables of AUDIT.md and docs/assurance.md
 * between their marks instead, as `npm run build` does.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillMarks } from './audit/fillMarks.js'
import { read, root } from './audit/scope.js'
import { sections } from './audit/sections.js'

if (process.argv.includes('--write')) write()
else print()

function write(): void {
  for (const page of new Set(Object.values(sections).map((section) => section.page))) {
    writeFileSync(join(root, page), fillMarks(page))
  }
}

function print(): void {
  for (const [name, { describe }] of Object.entries(sections)) console.log(`# ${name}\n\n${describe()}\n`)
  // A test compares these with the compiler's layouts.
  const layouts: Record<string, Record<string, string[]>> = JSON.parse(
    read('test/vectors/storage-layouts.json'),
  )
  console.log('# storage, by namespace of ERC-7201')
  for (const [contract, spaces] of Object.entries(layouts)) {
    console.log(`\n${contract}`)
    for (const [space, slots] of Object.entries(spaces)) {
      if (slots.length) console.log([space, ...slots].join('\n  '))
    }
  }
}
