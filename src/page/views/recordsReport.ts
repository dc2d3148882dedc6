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
/** How the page names a line that fails. A malformed line can't be read. */
const words: Readonly<Record<BrokenLine['status'], string>> = { invalid: 'not valid', malformed: 'malformed' }
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
  const save = button('', () => saveFile(`${file.name}.invalid.ndjson`, lines.toFile()))
  const run = element('div', { class: 'run' }, progress, left, stop)
  const problem = element('div')
  const card = element(
    'section',
    { class: 'card open', 'aria-label': 'Records' },
    element('div', { class: 'headline' }, headline, element('span', {}, richText(cleanText(file.name)))),
    ...[run, share, problem, counts, file.size > longFile && adviseCommand(file.name, solvers)],
    ...[save, ...lines.elements],
  )
  save.hidden = true

  function show(tally: Tally, part: number): number {
    const { total, valid, invalid, malformed, seconds, perSecond } = summarizeTally(tally)
    const speed = seconds < fewestSeconds ? {} : { seconds, 'per second': perSecond }
    const broken = { ...(invalid > 0 && { [words.invalid]: invalid }), ...(malformed > 0 && { malformed }) }
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
    run.hidden = true
  }

  return {
    element: card,
    add: lines.add,
    show,
    finish(tally: Tally, isCanceled: boolean): void {
      const total = show(tally, isCanceled ? progress.value : 1)
      const broken = tally.counts.invalid + tally.counts.malformed
      const [tone, title] = describeEnd(tally.counts, total, isCanceled)
      end(tone, title)
      share.append(...[total - broken, broken].map(makePart))
      if (total > 0 && !isCanceled) problem.replaceChildren(describeNext(total, broken))
      save.hidden = broken === 0
      save.textContent = lines.nameSave(broken)
    },
    fail(error: unknown): void {
      const [title = '', ...reasons] = explainTrouble(error)
      end('unknown', title)
      problem.replaceChildren(...reasons.map((reason) => element('p', {}, richText(reason))))
    },
  }
}

/** Returns the tone and the headline of a check that ended. */
function describeEnd({ invalid, malformed }: Tally['counts'], total: number, isCanceled: boolean) {
  const broken = invalid + malformed
  const tone = broken > 0 ? (broken < total ? 'back' : 'bad') : total === 0 || isCanceled ? 'unknown' : 'good'
  return [tone, isCanceled ? `Canceled after ${countOf(total, 'record')}` : findTitle()] as const

  function findTitle(): string {
    if (total === 0) return 'No records'
    if (broken === 0) return total === 1 ? 'The record is valid' : `All ${formatCount(total)} are valid`
    const kinds = [...(invalid > 0 ? [words.invalid] : []), ...(malformed > 0 ? [words.malformed] : [])]
    return `${formatCount(broken)} of ${formatCount(total)} ${broken === 1 ? 'is' : 'are'} ${kinds.join(' or ')}`
  }
}

function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
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
    nameSave(broken: number): string {
      if (keptBytes > mostKept) return 'Save the first 256 MiB of these lines'
      return broken === 1
        ? `Save ${body.rows[0]?.cells[0]?.textContent}`
        : `Save the ${formatCount(broken)} lines`
    },
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
        if (!cells[index])
          list.append(element('li', {}, element('bdi', {}, `${words[status]}: ${reason}`), cell))
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
    element('td', { class: 'answer' }, words[status]),
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
