import type { LoneOrder } from '../../inspectEvidence.js'
import { formatFinding } from '../../rows/formatFinding.js'
import { orderFacts } from '../../rows/orderFacts.js'
import { type Row, resultOf } from '../../rows/row.js'
import { element } from '../dom.js'
import { checkTable, factList } from './checkTable.js'
import { countdown } from './countdown.js'

/** What an order tells without the attestation of its request. */
export function loneOrder({ order, checks, orderData, problem }: LoneOrder): HTMLElement {
  const rows = checks.map(
    ({ name, ok, expected, actual, message = '' }): Row => ({
      name,
      result: resultOf(ok),
      text: message,
      found: formatFinding(actual),
      required: formatFinding(expected),
    }),
  )
  return element(
    'section',
    { class: 'verdict unknown', 'aria-label': 'Verdict' },
    element('h2', {}, "can't tell"),
    element('p', {}, problem),
    factList([['order id', order.orderId], ...orderFacts(orderData)]),
    element('p', {}, 'deadline: ', countdown(order.deadline)),
    rows.length > 0
      ? checkTable('Checks of the order', rows)
      : element('p', {}, 'The quote has no order signature; includeProtocolData asks the service for it.'),
  )
}
