import type { Address } from 'viem'
import { cleanText } from '../../../base/cleanText.js'
import { type BrokenLine, shownLines, summarizeTally, type Tally } from '../../../batch/tally.js'
import { button, element, fold, saveFile } from '../dom.js'
import { explainTrouble } from '../explainTrouble.js'
import { duration, richText } from './values.js'

export type RecordsReportParameters = {
  file: File
  solvers: readonly Address[]
  inspect(line: string): void
  cancel(): void
}

/** From here on the command is worth its start. */
const longFile = 50_000_000
/** Bytes for the export. */
const mostKept = 2 ** 28
const mostReasons = 50

const format = (value: number) => value.toLocaleString('en-US')

/** The counts of a file of records, and its broken lines. Rows are added, and nothing is built again. */
export function createRecordsReport({ file, solvers, inspect, cancel }: RecordsReportParameters) {
  const headline = element('h2', {}, 'Checking')
  const progress = element('progress', { max: '1', value: '0', 'aria-label': 'Checked' })
  const left = element('span', { class: 'left' })
  const counts = element('dl', { class: 'counts' })
  const lines = createLines(inspect)
  const stop = button('Cancel', cancel)
  const save = button('Save what is not valid', () => saveFile(`${file.name}.invalid.ndjson`, lines.toFile()))
  const problem = element('div')
  const card = element(
    'section',
    { class: 'card open', 'aria-label': 'Records' },
    element('div', { class: 'headline' }, headline, element('span', {}, richText(cleanText(file.name)))),
    element('div', { class: 'run' }, progress, left, stop, save),
    ...[problem, counts, file.size > longFile && adviseCommand(file.name, solvers), ...lines.elements],
  )
  save.hidden = true

  function show(tally: Tally, part: number): number {
    const { total, valid, invalid, malformed, seconds, perSecond } = summarizeTally(tally)
    const values = { records: total, valid, invalid, malformed, seconds, 'per second': perSecond }
    const facts = Object.entries(values).map(([name, value]) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, format(value))),
    )
    counts.replaceChildren(...facts)
    progress.value = part
    left.textContent =
      part > 0 && part < 1 ? `${duration(Math.ceil((seconds / part) * (1 - part)))} left` : ''
    lines.show(invalid + malformed)
    return total
  }

  function end(tone: string, title: string): void {
    card.classList.replace('open', tone)
    headline.textContent = title
    stop.hidden = true
    left.textContent = ''
  }

  return {
    element: card,
    add: lines.add,
    show,
    finish(tally: Tally, isCanceled: boolean): void {
      const total = show(tally, isCanceled ? progress.value : 1)
      const broken = tally.counts.invalid + tally.counts.malformed
      const found =
        broken > 0 ? `${format(broken)} of ${format(total)} are not valid` : `All ${format(total)} are valid`
      const title = isCanceled
        ? `Canceled after ${format(total)} records`
        : total === 0
          ? 'No records'
          : found
      end(broken > 0 ? 'bad' : total === 0 || isCanceled ? 'unknown' : 'good', title)
      save.hidden = broken === 0
      if (!lines.isWhole()) save.textContent = 'Save the first 256 MiB of what is not valid'
    },
    fail(error: unknown): void {
      const [title = '', ...reasons] = explainTrouble(error)
      end('unknown', title)
      problem.replaceChildren(...reasons.map((reason) => element('p', {}, richText(reason))))
    },
  }
}

/** The lines that are not valid: the first ones, the count of each reason, and all for the export. */
function createLines(inspect: (line: string) => void) {
  const kept: Blob[] = []
  let keptBytes = 0
  const reasons = new Map<string, { count: number; cell: HTMLElement }>()
  const list = element('ul')
  const groups = fold('Why they are not valid', list)
  groups.className = 'groups'
  const caption = element('caption')
  const body = element('tbody')
  const table = element('table', { class: 'broken' }, caption, body)
  groups.hidden = true
  table.hidden = true

  function count(name: string): void {
    const known = reasons.has(name) || reasons.size < mostReasons ? name : 'other reasons'
    const group = reasons.get(known) ?? { count: 0, cell: element('b') }
    if (group.count === 0) list.append(element('li', {}, element('bdi', {}, known), group.cell))
    group.count += 1
    reasons.set(known, group)
  }

  return {
    elements: [groups, table],
    isWhole: () => keptBytes <= mostKept,
    toFile: () => new Blob(kept),
    add(broken: readonly BrokenLine[]): void {
      if (broken.length === 0) return
      for (const { status, reason } of broken) count(groupOf(status, reason))
      const first = broken.slice(0, Math.max(0, shownLines - body.rows.length))
      body.append(...first.map((line) => brokenRow(line, inspect)))
      groups.hidden = false
      table.hidden = false
      if (keptBytes > mostKept) return
      // The browser holds it outside the page.
      const part = new Blob(broken.map((line) => `${JSON.stringify(line)}\n`))
      keptBytes += part.size
      kept.push(part)
    },
    show(total: number): void {
      caption.textContent = `The first ${body.rows.length} of ${format(total)} lines that are not valid`
      for (const { count, cell } of reasons.values()) cell.textContent = format(count)
    },
  }
}

/** One name for reasons that differ in values only. */
function groupOf(status: string, reason: string): string {
  const shape = cleanText(reason, 300)
    .replace(/0x[0-9a-fA-F]+/g, '0x…')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\d+/g, 'N')
  return `${status}: ${shape}`
}

function brokenRow({ line, status, reason, text }: BrokenLine, inspect: (line: string) => void): HTMLElement {
  const look = button('Inspect', () => inspect(text))
  look.setAttribute('aria-label', `Inspect line ${line}`)
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, String(line)),
    element('td', { class: 'answer' }, status),
    element('td', {}, richText(cleanText(reason, 300))),
    element('td', {}, look),
  )
}

/** The command for a long file. A name with control characters is left to the reader. */
function adviseCommand(name: string, solvers: readonly Address[]): HTMLElement {
  const path = cleanText(name, 1_000) === name ? `'./${name.replaceAll("'", "'\\''")}'` : 'FILE'
  const command = `npx fillproof check ${path} ${solvers.map((solver) => `--solver ${solver}`).join(' ')}`
  const copy = button('Copy', () => void navigator.clipboard.writeText(command))
  copy.setAttribute('aria-label', 'Copy the command')
  const advice = `A file this long is checked ${timesFaster} by the command: `
  return element('p', { class: 'command' }, advice, element('code', {}, command), copy)
}

/** By `bench/page.ts` on two cores. */
const timesFaster = 'about twice as fast'
