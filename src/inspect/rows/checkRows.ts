import type { AttestationCheck } from '../../protocol/attestation/checkExpected.js'
import type { OrderCheck } from '../order/checkOrder.js'
import { isExcused, type Verification } from '../verification.js'
import { describeTime } from './describeTime.js'
import { type Row, resultOf } from './row.js'

/** A row for each check of the attestation and the order; those without a result say what they need. */
export function checkRows(verification: Verification, now: number): Row[] {
  const { checks, onchain } = verification
  const rows = checks.map((check): Row => {
    const { name, ok } = check
    const result = !ok && isExcused(name, onchain) ? 'excused' : resultOf(ok)
    return { name, result, text: describeCheck(check, verification, now) }
  })
  const names = rows.map(({ name }) => name)
  return [...rows, ...unknownRows(verification, now).filter(({ name }) => !names.includes(name))]
}

function unknownRows({ order, termsDeadline }: Verification, now: number): Row[] {
  const deadline = order?.deadline ?? termsDeadline
  return [
    {
      name: 'orderId',
      result: 'unknown',
      text: order
        ? 'not proven: only the service says which order is of this request; say --order QUOTE'
        : 'needs the order: say --order QUOTE',
    },
    {
      name: 'deadline',
      result: 'unknown',
      text:
        deadline === undefined
          ? 'not signed without an order: say --order QUOTE'
          : `${describeTime(deadline, now)}, which only a receiver can trust`,
    },
  ]
}

function describeCheck(
  check: AttestationCheck | OrderCheck,
  { solver, order }: Verification,
  now: number,
): string {
  const { name, ok, actual, message } = check
  if (name === 'deadline' && order) {
    const time = describeTime(order.deadline, now)
    return ok ? time : `expired ${time}`
  }
  if (message !== undefined) return message
  if (name === 'signature') return `recovers ${solver}`
  if (name === 'solver') return `${actual} is a listed solver`
  if (name === 'orderId') {
    return order?.evidence === 'attested'
      ? 'the request id is the hash of the order'
      : "the solver signed the order itself; that it is of this request is the quote's or the service's word"
  }
  return actual === undefined ? '' : String(actual)
}
