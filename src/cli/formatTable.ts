import { stripVTControlCharacters } from 'node:util'
import Table from 'cli-table3'
import { cleanLines } from '../base/cleanText.js'
import { colors } from './colors.js'
import { formatOk } from './output.js'

type Cells = readonly string[]

/** Where it is printed. */
export type Screen = { isTTY?: boolean; columns?: number }

/**
 * A table that fits the terminal which it is printed on; its widest columns wrap.
 *
 * - Rule: control characters are taken out of every cell; colored are only the head and cells of {@link formatOk}.
 */
export function formatTable(
  titles: Cells,
  lines: readonly Cells[],
  { isTTY, columns }: Screen = process.stdout,
): string {
  const [head = [], ...rows] = [titles, ...lines].map((cells) => cells.map(clean))
  const limit = isTTY ? columns || 80 : Number.POSITIVE_INFINITY
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map(widthOf)),
  )
  // Each column has a border and two blanks.
  const room = limit - 1 - 3 * widths.length
  const isTooWide = sum(widths) > room
  while (sum(widths) > room && Math.max(...widths) > 1) widths[widths.indexOf(Math.max(...widths))]! -= 1

  const toFit = (cells: Cells) => cells.map((text, column) => breakWords(text, widths[column]!))
  const table = new Table({
    head: toFit(head).map((title) => colors.bold(title)),
    style: { head: [], border: [], compact: true },
    ...(isTooWide && { colWidths: widths.map((width) => width + 2), wordWrap: true }),
  })
  table.push(...rows.map(toFit))
  return table.toString()
}

const marks = [true, false].map(formatOk)

function clean(text: string): string {
  return marks.includes(text) ? text : cleanLines(text)
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The table wraps at blanks, and would cut what is longer. */
function breakWords(text: string, width: number): string {
  if (text !== stripVTControlCharacters(text)) return text
  return text.replace(new RegExp(`\\S{${width}}(?=\\S)`, 'g'), '$&\n')
}
