// The table in the README, between two markers.
import { head } from './toRows.js'

const start = '<!-- gas: npm run bench:gas -- --write -->'
const end = '<!-- /gas -->'

/** The README with `rows` in place of its table. */
export function writeTable(readme: string, rows: string[][]): string {
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The README must have ${start} and ${end}.`)
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = line(head.map((_, index) => (index === 0 ? '---' : '--:')))
  const table = [line(head), rule, ...rows.map(line)].join('\n').replaceAll(/ {2,}/g, ' ')
  return `${readme.slice(0, from)}${start}\n${table}\n${readme.slice(to)}`
}
