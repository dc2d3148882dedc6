import { cleanText } from '../../../base/cleanText.js'
import { type BrokenLine, summarizeTally, type Tally } from '../../../batch/tally.js'
import { button, element } from '../dom.js'
import type { RouteCount } from '../records/routes.js'
import { factList } from './checkTable.js'
import { routePlot } from './routePlot.js'

export type RecordsReportParameters = {
  name: string
  tally: Tally
  /** The first that are not valid. */
  broken: readonly BrokenLine[]
  routes: readonly RouteCount[]
  /** How much of the file was checked, 0 to 1. */
  part: number
  inspect(line: string): void
}

/** The counts of a file of records, its first broken lines, and its routes. */
export function recordsReport({
  name,
  tally,
  broken,
  routes,
  part,
  inspect,
}: RecordsReportParameters): HTMLElement {
  const { total, valid, invalid, malformed, seconds, perSecond } = summarizeTally(tally)
  const format = (value: number) => value.toLocaleString('en-US')
  return element(
    'section',
    { class: 'records', 'aria-label': 'Records' },
    element('h2', {}, cleanText(name)),
    element('progress', { max: '1', value: String(part), 'aria-label': 'Checked' }),
    factList([
      ['records', format(total)],
      ['valid', format(valid)],
      ['invalid', format(invalid)],
      ['malformed', format(malformed)],
      ['seconds', String(seconds)],
      ['per second', format(perSecond)],
    ]),
    routes.length > 0 && routePlot(routes),
    broken.length > 0 && brokenTable(broken, invalid + malformed, inspect),
  )
}

function brokenTable(
  broken: readonly BrokenLine[],
  count: number,
  inspect: (line: string) => void,
): HTMLElement {
  const head = ['line', 'status', 'reason', ''].map((name) => element('th', { scope: 'col' }, name))
  const rows = broken.map(({ line, status, reason, text }) => {
    const look = button('Inspect', () => inspect(text))
    look.setAttribute('aria-label', `Inspect line ${line}`)
    return element(
      'tr',
      { class: 'failed' },
      element('th', { scope: 'row' }, String(line)),
      element('td', { class: 'answer' }, status),
      element('td', {}, cleanText(reason, 300)),
      element('td', {}, look),
    )
  })
  return element(
    'table',
    { class: 'checks broken' },
    element('caption', {}, `The first ${broken.length} of ${count} lines that are not valid`),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  )
}
