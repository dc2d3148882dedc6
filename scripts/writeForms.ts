/** Writes the table of the mock's two forms in docs/mock.md, as `npm run build` does. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFormTable } from '../src/mock/forms.js'

const path = join(import.meta.dirname, '../docs/mock.md')
const text = readFileSync(path, 'utf8')
const table = writeFormTable()
const [head] = table.split('\n')
const start = text.indexOf(head!)
if (start < 0) throw new Error('docs/mock.md has no table of the forms')
writeFileSync(path, `${text.slice(0, start)}${table}${text.slice(text.indexOf('\n\n', start))}`)
