import Table from 'cli-table3'
import { cleanLines } from '../base/cleanText.js'
import { colors } from './colors.js'
import { formatOk } from './output.js'
import { type Screen, widthOf, widthOfScreen, wrapWords } from './wrapWords.js'

type Cells = readonly string[]

/**
 * Formats a table that fits the terminal. Cells wrap at words. If a word is too long, each row becomes several lines,
 * one for each cell, so that no value is ever cut.
 *
 * - Control characters are removed from every cell. Only the head and the cells of {@link formatOk} are colored.
 */
export function formatTable(titles: Cells, lines: readonly Cells[], screen: Screen = process.stdout): string {
  const rows = [titles, ...lines].map((cells) => cells.map(clean))
  // Each column has a border and two blanks.
  const room = widthOfScreen(screen) - 1 - 3 * titles.length
  const widths = measure(rows, (text) => [text])
  if (sum(widths) <= room) return drawTable(rows)
  const least = measure(rows, (text) => text.split(' '))
  if (sum(least) > room) return drawList(rows, widthOfScreen(screen))
  for (let excess = sum(widths) - room; excess > 0; excess--) {
    const slack = widths.map((width, column) => (width > least[column]! ? width : 0))
    widths[slack.indexOf(Math.max(...slack))]! -= 1
  }
  return drawTable(rows, widths)
}

/** Returns the width of each column's longest part. */
function measure(rows: readonly Cells[], partsOf: (text: string) => string[]): number[] {
  const [head = []] = rows
  return head.map((_, column) =>
    Math.max(...rows.flatMap((row) => partsOf(row[column] ?? '').map((part) => widthOf(part)))),
  )
}

function drawTable([head = [], ...rows]: readonly Cells[], widths?: readonly number[]): string {
  const table = new Table({
    head: head.map((title) => colors.bold(title)),
    style: { head: [], border: [], compact: true },
    ...(widths && { colWidths: widths.map((width) => width + 2), wordWrap: true }),
  })
  table.push(...rows.map((cells) => [...cells]))
  return table.toString()
}

function drawList([head = [], ...rows]: readonly Cells[], width: number): string {
  const [first = '', ...others] = head
  const title = [first, others.filter((text) => text !== '').join(', ')].filter((text) => text !== '')
  return [
    wrapWords(colors.bold(title.join(': ')), width),
    ...rows.flatMap(([name = '', ...cells]) => [
      [name, ...cells.filter((cell) => marks.includes(cell))].filter((text) => text !== '').join(' '),
      ...cells
        .filter((cell) => cell !== '' && !marks.includes(cell))
        .map((cell) => wrapWords(`  ${cell}`, width)),
    ]),
  ].join('\n')
}

const marks = [true, false].map(formatOk)

function clean(text: string): string {
  return marks.includes(text) ? text : cleanLines(text)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
