import type { AttestationCheck } from '../../protocol/attestation/checkExpected.js'
import { colors } from '../colors.js'
import { formatOk, formatTable } from '../output.js'
import type { OrderCheck } from '../../inspect/order/checkOrder.js'
import { describeReceiver } from '../../inspect/rows/receiverRows.js'
import { describeSettlement } from '../../inspect/rows/settlementRows.js'
import { describeTime } from '../../inspect/rows/describeTime.js'
import { describeWords } from '../../inspect/rows/wordRows.js'
import type { ServiceRecord } from '../../inspect/fetchRecord.js'
import { isExcused, type Verification } from '../../inspect/verification.js'

/**
 * The report for people: the signed words, the service's record, each check, what the receiver says, then the verdict.
 *
 * @param now - Unix seconds; by default the clock's.
 */
export function describeVerification(
  verification: Verification,
  now = Math.floor(Date.now() / 1000),
): string {
  const { attestation, decoded, record, onchain, notes } = verification
  return [
    formatTable(
      [`layout ${attestation.layout}`, 'signed word', 'meaning (not signed)'],
      describeWords(attestation, decoded),
    ),
    ...(record ? [formatTable(['record', "the service's word"], describeRecord(record))] : []),
    formatTable(['check', '', ''], describeChecks(verification, now)),
    ...(onchain ? [describeReceiver(onchain, now)] : []),
    ...(onchain?.settlement ? [describeSettlement(onchain.settlement)] : []),
    ...notes.map((note) => `note: ${note}`),
    describeVerdict(verification),
  ].join('\n')
}

function describeVerdict({ valid, solver, onchain }: Verification): string {
  const { returned } = onchain ?? {}
  if (returned) {
    const where = `returned to ${returned.refundTo}`
    return `${colors.red('invalid')}: the payment was ${where}, and this receiver was not paid.`
  }
  if (!valid) return `${colors.red('invalid')}: see the checks that failed.`
  const meaning = onchain?.isPaid
    ? 'and this receiver was paid.'
    : 'which proves the terms, and not that anybody paid.'
  return `${colors.green('valid')}: ${solver} attested these words, ${meaning}`
}

function describeRecord(record: ServiceRecord): string[][] {
  const { status, createdAt, orderId, depositTransactions, fillTransactions } = record
  const list = (hashes: readonly string[]) => hashes.join('\n') || 'none'
  const created = Date.parse(createdAt ?? '')
  return [
    ['status', status],
    ['created', Number.isNaN(created) ? 'unknown' : new Date(created).toISOString()],
    ['order id', orderId ?? 'unknown'],
    ['deposits', list(depositTransactions)],
    ['fills', list(fillTransactions)],
  ]
}

function describeChecks(verification: Verification, now: number): string[][] {
  const { checks, order, termsDeadline, onchain } = verification
  const rows = checks.map((check) => [
    check.name,
    isExcused(check.name, onchain) && !check.ok ? '-' : formatOk(check.ok),
    describeCheck(check, verification, now),
  ])
  const names = new Set<string>(checks.map(({ name }) => name))
  const deadline = order?.deadline ?? termsDeadline
  const missing: [name: string, text: string][] = [
    [
      'orderId',
      order
        ? 'not proven: only the service says which order is of this request; say --order QUOTE'
        : 'needs the order: say --order QUOTE',
    ],
    [
      'deadline',
      deadline === undefined
        ? 'none is signed without an order: say --order QUOTE'
        : `${describeTime(deadline, now)}, which only a receiver can trust`,
    ],
  ]
  return [...rows, ...missing.filter(([name]) => !names.has(name)).map(([name, text]) => [name, '?', text])]
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
