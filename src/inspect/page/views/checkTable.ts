import type { CheckResult, Row } from '../../rows/row.js'
import { element } from '../dom.js'

const answers: Record<CheckResult, string> = {
  passed: 'yes',
  failed: 'no',
  excused: 'excused',
  unknown: "can't tell",
}

/** A row for each check: its answer, what it found, and what it requires. */
export function checkTable(caption: string, rows: readonly Row[]): HTMLElement {
  const head = ['check', 'ok', 'found', 'required'].map((name) => element('th', { scope: 'col' }, name))
  return element(
    'table',
    { class: 'checks' },
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows.map(checkRow)),
  )
}

function checkRow({ name, result, text, source, found, required }: Row): HTMLElement {
  const cells =
    found === undefined && required === undefined
      ? [element('td', { colspan: '2' }, text)]
      : [cell('found', found, result === 'failed' || source ? text : undefined), cell('required', required)]
  return element(
    'tr',
    { ...(result && { class: result }) },
    element('th', { scope: 'row' }, name),
    element('td', { class: 'answer' }, result ? answers[result] : '', source ? ` (${source})` : ''),
    ...cells,
  )
}

/** The label shows on narrow screens, where the head of the table does not. */
function cell(label: string, value = '', note?: string): HTMLElement {
  const isTold = note !== undefined && note !== value
  return element('td', { 'data-label': label }, value, isTold && element('p', { class: 'why' }, note))
}

/** Facts by name. */
export function factList(
  facts: readonly (readonly [name: string, value: string, meaning?: string])[],
): HTMLElement {
  return element(
    'dl',
    { class: 'facts' },
    ...facts.map(([name, value, meaning]) =>
      element(
        'div',
        {},
        element('dt', {}, name),
        element('dd', {}, value, Boolean(meaning) && element('span', { class: 'meaning' }, meaning)),
      ),
    ),
  )
}
