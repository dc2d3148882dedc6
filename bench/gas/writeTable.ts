// The table in docs/gas.md, between two markers, with what is fixed.
import type { GasReport } from './measureGas.js'
import { head, toRows } from './toRows.js'

const start = '<!-- gas: npm run bench:gas -- --write -->'
const end = '<!-- /gas -->'

/** The page with the report in place of its table. */
export function writeTable(page: string, report: GasReport): string {
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/gas.md must have ${start} and ${end}.`)
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ')
  const rule = line(head.map((_, index) => (index === 0 ? '---' : '--:')))
  const pins = Object.entries(report.pins).map(([name, value]) => `- ${name}: ${value}`)
  const lines = [line(head), rule, ...toRows(report).map(line), ...(pins.length ? ['', ...pins, ''] : [])]
  return `${page.slice(0, from)}${start}\n${lines.join('\n')}\n${page.slice(to)}`
}
