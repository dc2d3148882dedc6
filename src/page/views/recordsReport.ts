import type { Address } from 'viem'
import { cleanText } from '../../base/cleanText.js'
import { formatCount } from '../../base/formatCount.js'
import { type BrokenLine, shownLines, summarizeTally, type Tally } from '../../batch/tally.js'
import { button, element, fold, saveFile } from '../dom.js'
import { explainTrouble } from '../explainTrouble.js'
import { commandLine, duration, richText } from './values.js'

export type RecordsReportParameters = {
  file: File
  solvers: readonly Address[]
  inspect(line: string): void
  cancel(): void
}

/** The file size, in bytes, from which the page suggests the command, which is then faster even with its startup. */
const longFile = 50_000_000
/** The fewest seconds after which to show a rate. */
const fewestSeconds = 1
/** The most bytes to keep for the export. */
const mostKept = 2 ** 28

/**
 * Creates the report of a file: the counts and the lines that are not valid. Updates add rows, and do not build existing rows
 * again.
 */
export function createRecordsReport({ file, solvers, inspect, cancel }: RecordsReportParameters) {
  const headline = element('h2', {}, 'Checking')
  const progress = element('progress', { max: '1', value: '0', 'aria-label': 'Checked' })
  const share = element('div', { class: 'share', 'aria-hidden': 'true' })
  const left = element('span', { class: 'left' })
  const counts = element('dl', { class: 'counts' })
  const lines = createLines(inspect)
  const stop = button('Cancel', cancel)
  const save = button('Save the invalid lines', () => saveFile(`${file.name}.invalid.ndjson`, lines.toFile()))
  const problem = element('div')
  const card = element(
    'section',
    { class: 'card open', 'aria-label': 'Records' },
    element('div', { class: 'headline' }, headline, element('span', {}, richText(cleanText(file.name)))),
    element('div', { class: 'run' }, progress, left, stop, save),
    ...[share, problem, counts, file.size > longFile && adviseCommand(file.name, solvers), ...lines.elements],
  )
  save.hidden = true

  function show(tally: Tally, part: number): number {
    const { total, valid, invalid, malformed, seconds, perSecond } = summarizeTally(tally)
    const speed = seconds < fewestSeconds ? {} : { seconds, 'per second': perSecond }
    const broken = { ...(invalid > 0 && { invalid }), ...(malformed > 0 && { malformed }) }
    const values = { records: total, valid, ...broken, ...speed }
    const facts = Object.entries(values).map(([name, value]) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, formatCount(value))),
    )
    counts.replaceChildren(...facts)
    progress.value = part
    const rest = Math.ceil((seconds / part) * (1 - part))
    left.textContent = part > 0 && part < 1 ? `${duration(rest)} left` : ''
    lines.show(tally)
    return total
  }

  function end(tone: string, title: string): void {
    card.classList.replace('open', tone)
    headline.textContent = title
    stop.hidden = true
    progress.hidden = true
    left.textContent = ''
  }

  return {
    element: card,
    add: lines.add,
    show,
    finish(tally: Tally, isCanceled: boolean): void {
      const total = show(tally, isCanceled ? progress.value : 1)
      const broken = tally.counts.invalid + tally.counts.malformed
      const all = formatCount(total)
      const are = broken === 1 ? 'is' : 'are'
      const found = broken > 0 ? `${formatCount(broken)} of ${all} ${are} not valid` : `All ${all} are valid`
      const title = isCanceled ? `Canceled after ${all} records` : total > 0 ? found : 'No records'
      const isMixed = broken > 0 && broken < total
      end(isMixed ? 'back' : broken > 0 ? 'bad' : total === 0 || isCanceled ? 'unknown' : 'good', title)
      share.append(...[total - broken, broken].map(makePart))
      if (total > 0 && !isCanceled) problem.replaceChildren(describeNext(total, broken))
      save.hidden = broken === 0
      if (!lines.isWhole()) save.textContent = 'Save the first 256 MiB of invalid lines'
    },
    fail(error: unknown): void {
      const [title = '', ...reasons] = explainTrouble(error)
      end('unknown', title)
      problem.replaceChildren(...reasons.map((reason) => element('p', {}, richText(reason))))
    },
  }
}

function describeNext(total: number, broken: number): HTMLElement {
  const rest = total - broken
  const others = `A trusted solver signed ${broken === 0 ? 'each' : rest === 1 ? 'the other' : 'the others'}, which does not show that anyone paid.`
  const lines =
    broken === 1 ? 'Inspect the line below, or save it.' : 'Inspect the lines below, or save them.'
  const step = broken > 0 ? lines : 'Nothing.'
  const text = [step, ...(broken < total ? [others] : [])].join(' ')
  return element('p', { class: 'next' }, element('strong', {}, 'Next: '), text)
}

/** Creates a part of a bar. Its length is the count. */
function makePart(count: number): HTMLElement {
  const part = element('span')
  part.style.flexGrow = String(count)
  return part
}

/** Collects the lines that are not valid: the first ones to show, the count of each reason, and all lines for the export. */
function createLines(inspect: (line: string) => void) {
  const kept: Blob[] = []
  let keptBytes = 0
  const cells: HTMLElement[] = []
  const list = element('ul')
  const groups = fold('Reasons', list)
  groups.className = 'groups'
  const caption = element('caption')
  const body = element('tbody')
  const table = element('table', { class: 'broken' }, caption, body)
  groups.hidden = true
  table.hidden = true

  return {
    elements: [groups, table],
    isWhole: () => keptBytes <= mostKept,
    toFile: () => new Blob(kept),
    add(broken: readonly BrokenLine[]): void {
      if (broken.length === 0) return
      const first = broken.slice(0, Math.max(0, shownLines - body.rows.length))
      body.append(...first.map((line) => brokenRow(line, inspect)))
      table.hidden = false
      if (keptBytes > mostKept) return
      // The browser stores a blob outside the page's memory.
      const part = new Blob(broken.map((line) => `${JSON.stringify(line)}\n`))
      keptBytes += part.size
      kept.push(part)
    },
    show({ counts, reasons }: Tally): void {
      const total = counts.invalid + counts.malformed
      const isAll = body.rows.length === total
      caption.textContent = isAll ? '' : `The first ${body.rows.length} of ${formatCount(total)} lines`
      // If there is only one reason, the table already shows it.
      groups.hidden = reasons.length < 2
      for (const [index, { status, reason, count }] of reasons.entries()) {
        const cell = cells[index] ?? element('b')
        if (!cells[index]) list.append(element('li', {}, element('bdi', {}, `${status}: ${reason}`), cell))
        cells[index] = cell
        cell.textContent = formatCount(count)
      }
    },
  }
}

function brokenRow({ line, status, reason, text }: BrokenLine, inspect: (line: string) => void): HTMLElement {
  const look = button('Inspect', () => inspect(text))
  look.setAttribute('aria-label', `Inspect line ${line}`)
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, `line ${formatCount(line)}`),
    element('td', { class: 'answer' }, status),
    element('td', {}, richText(cleanText(reason, 300))),
    element('td', {}, look),
  )
}

/**
 * Shows the command for a long file. The command's speed was measured with `bench/page.ts` on two cores. If the file's name has
 * control characters, shows FILE instead.
 */
function adviseCommand(name: string, solvers: readonly Address[]): HTMLElement {
  const path = cleanText(name, 1_000) === name ? `'./${name.replaceAll("'", "'\\''")}'` : 'FILE'
  const command = `npx fillproof check ${path} ${solvers.map((solver) => `--solver ${solver}`).join(' ')}`
  return element('div', {}, 'The command checks a file this long about twice as fast:', commandLine(command))
}
