import type { LoneTransaction } from '../../receiver/inspectTransaction.js'
import { outcomeRows } from '../../rows/outcomeRows.js'
import { transactionRows } from '../../rows/transactionRows.js'
import { element } from '../dom.js'
import { checkTable } from './checkTable.js'

/** What the chain tells about a transaction, and what it would take to know more. */
export function loneTransaction(found: LoneTransaction): HTMLElement {
  const [genuine, outcome] = outcomeRows(found)
  const source = outcome.source === undefined ? '' : ` (${outcome.source})`
  return element(
    'section',
    { class: `verdict ${found.outcome === 'returned' ? 'failed' : 'unknown'}`, 'aria-label': 'Verdict' },
    element('h2', {}, genuine.text),
    element('p', {}, `outcome: ${outcome.text}${source}`),
    checkTable('Measured on the chain', transactionRows(found)),
    element('h3', {}, 'What it would take to know more'),
    element('ul', {}, ...found.notes.map((note) => element('li', {}, note))),
  )
}
