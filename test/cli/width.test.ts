import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { colors } from '../../src/cli/colors.js'
import { formatTable } from '../../src/cli/formatTable.js'
import { createProgram } from '../../src/cli/program.js'
import { callCommand } from './callCommand.js'

const hash = `0x${'12'.repeat(32)}`
const head = ['check', '', `receiver ${hash.slice(0, 42)}`, 'meaning (not signed)']
const rows = [
  ['destinationCurrency', colors.green('✔'), hash, 'what the recipient gets, on its chain'],
  ['origin', colors.red('✘'), '1', 'the route has another minimum, 5 of the smallest unit'],
]

/** Lines longer than the terminal. */
function longerThan(columns: number, text: string): string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.length > columns)
}

/** The text of each cell, without the blanks where it was wrapped. */
function cellsOf(table: string): string[] {
  const lines = stripVTControlCharacters(table)
    .split('\n')
    .filter((line) => line.startsWith('│'))
    .map((line) => line.split('│').slice(1, -1))
  return lines[0]!.map((_, column) => lines.map((cells) => cells[column]!.replaceAll(' ', '')).join(''))
}

describe('the width of a terminal', () => {
  for (const columns of [40, 80, 132]) {
    const terminal = { isTTY: true, columns }

    it(`default: a table fits ${columns} columns, whole, with a rule below its head alone`, () => {
      const table = formatTable(head, rows, terminal)
      expect(longerThan(columns, table)).to.deep.equal([])
      expect(cellsOf(table)).to.deep.equal(cellsOf(formatTable(head, rows, {})))
      expect(table.match(/├/g)).to.have.length(1)
    })

    it(`behavior: check prints tables that fit ${columns} columns`, async () => {
      const args = ['check', 'test/vectors/records.ndjson', '--threads', '0']
      const { stdout } = await callCommand(args, {}, columns)
      expect(stdout).to.include('malformed')
      expect(longerThan(columns, stdout)).to.deep.equal([])
    })

    it(`behavior: help fits ${columns} columns, but for lines to copy`, async () => {
      const program = createProgram(() => {})
      for (const name of program.commands.map((command) => command.name())) {
        const { stdout } = await callCommand(['help', name], {}, columns)
        const text = stdout.replace(/^Usage: .*\n/, '').replace(/^Examples:\n(?: {2}.*\n)+/m, '')
        expect(longerThan(columns, text), name).to.deep.equal([])
      }
    })
  }

  it('behavior: a pipe has each row in one line', () => {
    const lines = stripVTControlCharacters(formatTable(head, rows, {})).split('\n')
    expect(lines).to.have.length(rows.length + 4)
    expect(lines[3]).to.include(` ${hash} `)
  })

  it('behavior: a terminal that does not know its width has 80 columns', () => {
    expect(formatTable(head, rows, { isTTY: true, columns: 0 })).to.equal(
      formatTable(head, rows, { isTTY: true, columns: 80 }),
    )
  })
})
