import type { AttestationCheck } from '../../protocol/attestation/checkExpected.js'
import type { OrderCheck } from '../../rules/happened/judgeOrder.js'
import { noOrderListed } from '../../service/orders/findOrder.js'
import { isExcused, type Verification } from '../verification.js'
import { describeTime } from './describeTime.js'
import { type Row, resultOf } from './row.js'

/** Creates a row for each check of the attestation and the order. A check without a result names the missing part. */
export function checkRows(verification: Verification, now: number): Row[] {
  const { checks, onchain } = verification
  const rows = checks.map((check): Row => {
    const { name, ok } = check
    const result = !ok && isExcused(name, onchain) ? 'excused' : resultOf(ok)
    const source = 'source' in check ? check.source : undefined
    const text = describeCheck(check, verification, now)
    return { name, result, text, ...(source && { source }) }
  })
  const names = rows.map(({ name }) => name)
  return [...rows, ...unknownRows(verification, now).filter(({ name }) => !names.includes(name))]
}

function unknownRows(
  { order, orderProblem = noOrderListed, termsDeadline }: Verification,
  now: number,
): Row[] {
  const deadline = order?.deadline ?? termsDeadline
  const unknown = (name: string, text: string): Row => ({ name, result: 'unknown', text })
  const withoutOrder = (name: string): Row =>
    orderProblem === noOrderListed
      ? { name, result: 'unknown', text: 'the service no longer lists orders', needs: 'the order' }
      : unknown(name, orderProblem)
  return [
    order
      ? unknown('orderId', 'the solver has not signed that the request has this order')
      : withoutOrder('orderId'),
    ...(order?.evidence === 'none' ? [unknown('orderSignature', unsignedQuote)] : []),
    deadline === undefined
      ? withoutOrder('deadline')
      : unknown('deadline', `${describeTime(deadline, now)}, which only a receiver can trust`),
  ]
}

export const unsignedQuote = 'the quote has no orderSignature; includeProtocolData asks the service for it'

/** The text for an order whose id is not the request id: nothing signed shows that the order belongs to the request. */
export const orderIsSaid =
  "the solver signed the order; that it belongs to this request is the service's word, not signed"

function describeCheck(
  check: AttestationCheck | OrderCheck,
  { solver, order }: Verification,
  now: number,
): string {
  const { name, ok, expected, actual, message } = check
  if (name === 'deadline' && order) {
    const time = describeTime(order.deadline, now)
    return ok ? time : `expired ${time}`
  }
  if (message !== undefined) return message
  if (name === 'signature') return `recovers ${solver}`
  if (name === 'solver') return `${actual} is a listed solver`
  if (name === 'orderId') {
    return order?.evidence === 'attested' || expected === actual
      ? 'the request id is the hash of the order'
      : orderIsSaid
  }
  return actual === undefined ? '' : String(actual)
}
