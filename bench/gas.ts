/**
 * Measures the gas of a receiver and a guard next to an unverified transfer or deposit, and the verification of one
 * signature next to OpenZeppelin's and Solady's libraries.
 *
 * Run: `npm run bench:gas`, with `-- --json` for programs, `-- --write` to update `bench/gas.snapshot.json` and
 * docs/gas.md, or `-- --check` to compare both with the measurement: exit status 1 when anything differs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import Table from 'cli-table3'
import { measureGas } from './gas/measureGas.js'
import { head, toRows } from './gas/toRows.js'
import { writeTable } from './gas/writeTable.js'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const snapshotPath = join(import.meta.dirname, 'gas.snapshot.json')
const pagePath = join(import.meta.dirname, '../docs/gas.md')

const report = await measureGas()
const rows = toRows(report)
if (values.json) console.log(JSON.stringify(report))
else {
  const noRule = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' }
  const table = new Table({ head, chars: noRule, style: { head: [], border: [] } })
  table.push(...rows)
  console.log(table.toString())
  for (const [name, value] of Object.entries(report.pins)) console.log(`${name}: ${value}`)
}

const page = readFileSync(pagePath, 'utf8')
if (values.write) {
  writeFileSync(snapshotPath, `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(pagePath, writeTable(page, report))
}
if (values.check) {
  const snapshot: typeof report = JSON.parse(readFileSync(snapshotPath, 'utf8'))
  const known = new Set(toRows(snapshot).map((row) => row.join(' | ')))
  const changed = rows.map((row) => row.join(' | ')).filter((row) => !known.has(row))
  for (const row of changed) console.error(`not in the snapshot: ${row}`)
  if (!isDeepStrictEqual(snapshot, report)) console.error('bench/gas.snapshot.json is not what was measured.')
  else if (writeTable(page, report) !== page) console.error('The table of docs/gas.md is not the snapshot.')
  else process.exit()
  console.error('If the change is intended: npm run bench:gas -- --write')
  process.exitCode = 1
}
