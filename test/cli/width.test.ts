import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { colors } from '../../src/cli/colors.js'
import { formatTable } from '../../src/cli/formatTable.js'
import { print, printJson } from '../../src/cli/output.js'
import { createProgram } from '../../src/cli/program.js'
import { callCommand, captureOutput } from './callCommand.js'

const hash = `0x${'12'.repeat(32)}`
const head = ['check', '', `receiver ${hash.slice(0, 42)}`, 'meaning (not signed)']
const rows = [
  ['destinationCurrency', colors.green('✔'), hash, 'what the recipient gets, on its chain'],
  ['origin', colors.red('✘'), '1', 'the route has another minimum, 5 of the smallest unit'],
]

/** Lines longer than the terminal, but for those of a single word, which nothing can wrap. */
function longerThan(columns: number, text: string): string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.length > columns && line.trim().includes(' '))
}

/** The text without borders and line ends. */
function wordsOf(text: string): string {
  return stripVTControlCharacters(text).replace(/[\s│┌┬┐├┼┤└┴┘─:,]+/g, ' ')
}

describe('the width of a terminal', () => {
  for (const columns of [40, 80, 132]) {
    const terminal = { isTTY: true, columns }

    it(`default: a table fits ${columns} columns and cuts no value`, () => {
      const table = formatTable(head, rows, terminal)
      expect(longerThan(columns, table)).to.deep.equal([])
      for (const row of [head, ...rows])
        for (const cell of row)
          for (const word of wordsOf(cell).trim().split(' ')) expect(wordsOf(table)).to.include(word)
    })

    it(`behavior: check prints tables that fit ${columns} columns`, async () => {
      const args = ['check', 'test/vectors/records.ndjson', '--threads', '0']
      const { stdout } = await callCommand(args, {}, columns)
      expect(stdout).to.include('malformed')
      expect(longerThan(columns, stdout)).to.deep.equal([])
    })

    it(`behavior: help fits ${columns} columns, except for lines to copy`, async () => {
      const program = createProgram(() => {})
      for (const name of program.commands.map((command) => command.name())) {
        const { stdout } = await callCommand(['help', name], {}, columns)
        const text = stdout.replace(/^Usage: .*\n/, '').replace(/^Examples:\n(?: {2}.*\n)+/m, '')
        expect(longerThan(columns, text), name).to.deep.equal([])
      }
    })
  }

  it('behavior: a value too long for a cell has its own line', () => {
    const table = formatTable(head, rows, { isTTY: true, columns: 80 })
    expect(stripVTControlCharacters(table).split('\n')).to.deep.equal([
      'check: receiver 0x1212121212121212121212121212121212121212, meaning (not signed)',
      'destinationCurrency ✔',
      `  ${hash}`,
      '  what the recipient gets, on its chain',
      'origin ✘',
      '  1',
      '  the route has another minimum, 5 of the smallest unit',
    ])
  })

  it('behavior: cells wrap at words', () => {
    const cells = [['name', 'a sentence with some words', `0x${'34'.repeat(20)}`]]
    const table = stripVTControlCharacters(formatTable(['', '', ''], cells, { isTTY: true, columns: 70 }))
    expect(table)
      .to.include(`0x${'34'.repeat(20)}`)
      .and.include('│ words')
      .and.include('with some')
    expect(longerThan(70, table)).to.deep.equal([])
  })

  it('behavior: prose wraps at words; tables, JSON and lines to copy stay whole', async () => {
    const long = 'word '.repeat(30).trim()
    const { stdout } = await captureOutput(
      async () => {
        print(`${long}\n  ${long}\n│ ${long}`)
        printJson(long)
        return 0
      },
      {},
      60,
    )
    const [first, ...rest] = stdout.trimEnd().split('\n')
    expect(first).to.equal('word '.repeat(12).trim())
    expect(rest.slice(-3)).to.deep.equal([`  ${long}`, `│ ${long}`, JSON.stringify(long)])
    expect(stdout.startsWith(`${'word '.repeat(12).trim()}\n`)).to.equal(true)
  })

  it('behavior: a pipe has each row in one line', () => {
    const lines = stripVTControlCharacters(formatTable(head, rows, {})).split('\n')
    expect(lines).to.have.length(rows.length + 4)
    expect(lines[3]).to.include(` ${hash} `)
  })

  it('behavior: a terminal of unknown width has 80 columns', () => {
    expect(formatTable(head, rows, { isTTY: true, columns: 0 })).to.equal(
      formatTable(head, rows, { isTTY: true, columns: 80 }),
    )
  })
})
