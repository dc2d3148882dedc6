import type { Hex } from 'viem'
import type { LoneTransaction } from '../../report/receiver/reportTransaction.js'
import type { LoneOrder } from '../../report/reportEvidence.js'
import { orderFacts } from '../../report/rows/orderFacts.js'
import { type Row, resultOf } from '../../report/rows/row.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { element } from '../dom.js'
import { type CardParameters, inBlock, line, movedLine } from './card.js'
import { factList, rowList } from './lanes.js'
import { countdown, ref, richText } from './values.js'

/** The next step, depending on who signed the order. */
const steps = {
  true: ['Paste the request id in front of the quote: the service then says what happened.'],
  false: ["Don't act on it: no trusted solver signed this order. Get a new quote."],
  null: [
    'Get the quote with includeProtocolData: it has the order signature.',
    'Or paste the request id, or the record of its attestation, in front of the quote.',
  ],
}

const expired =
  'The order has expired: do not deposit for it. Get a new quote. If it pays an inbox, money may still wait there.'

/** Summarizes an order without the attestation of its request. */
export function summarizeOrder({ order, genuine, orderData }: LoneOrder, now: number): CardParameters {
  const { chainId } = orderData.output
  const signature =
    genuine === null
      ? line('unknown', 'Not signed', undefined, 'the quote has no order signature')
      : line(genuine ? 'yes' : 'no', genuine ? 'Signed' : 'Not signed', 'signed', 'by a trusted solver')
  return {
    tone: genuine === false ? 'bad' : genuine ? 'open' : 'unknown',
    headline: genuine ? 'Signed order' : genuine === null ? 'Order without a signature' : 'Not genuine',
    transfer: element('p', { class: 'transfer' }, richText(`pays on ${chainId}`), countdown(order.deadline)),
    lines: [signature],
    steps: [...(order.deadline < now ? [expired] : []), ...steps[String(genuine) as keyof typeof steps]],
  }
}

export function orderLane(
  { order, checks, orderData }: LoneOrder,
  chains: ServiceProfile['chains'],
): HTMLElement {
  const rows = checks.map(({ name, ok, message: text = '' }): Row => ({ name, result: resultOf(ok), text }))
  return element(
    'section',
    { class: 'lane', 'aria-label': 'Order' },
    element('h3', {}, 'Order'),
    rows.length > 0 && rowList(rows),
    factList([['order id', order.orderId], ...orderFacts(orderData, chains)]),
  )
}

const paidOrder = 'which order was paid: the order shown need not be the order paid'

/** Summarizes a transaction whose request is not known. */
export function summarizeTransaction({ outcome, transaction, notes }: LoneTransaction): CardParameters {
  const { transactionHash, block, accepted, returned, claims = [], refunded = [] } = transaction
  const isClaim = (id: Hex) => claims.some((claim) => claim.id === id)
  const at = (_: string, value: string) => ref(value)
  const place = { block, transactionHash }
  const lines = [
    ...accepted.map((paid) => {
      const label = isClaim(paid.id) ? 'Claimed' : 'Paid'
      return movedLine('yes', label, { ...paid, ...place }, paid.recipient, at)
    }),
    ...returned.map((back) => movedLine('back', 'Returned', { ...back, ...place }, back.refundTo, at)),
    ...refunded.map((back) => movedLine('back', 'Refunded', { ...back, ...place }, back.to, at)),
  ]
  return {
    tone: outcome === 'paid' ? 'good' : outcome === 'returned' ? 'back' : 'unknown',
    headline: outcome === 'unknown' ? 'Nothing of this receiver' : `${lines[0]?.label}, request unknown`,
    says: 'measured on the chain',
    lines: [
      line('unknown', "Can't tell", undefined, claims.length > 0 ? paidOrder : 'who signed, and which terms'),
      ...(lines.length > 0
        ? lines
        : [line('no', 'No payment', 'measured', inBlock(block), ' ', ref(transactionHash))]),
    ],
    steps: notes,
  }
}
