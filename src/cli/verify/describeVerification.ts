import { checkRows } from '../../inspect/rows/checkRows.js'
import { receiverRows } from '../../inspect/rows/receiverRows.js'
import { recordRows } from '../../inspect/rows/recordRows.js'
import type { CheckResult, Row } from '../../inspect/rows/row.js'
import { settlementRows } from '../../inspect/rows/settlementRows.js'
import { wordRows } from '../../inspect/rows/wordRows.js'
import type { Verification } from '../../inspect/verification.js'
import { colors } from '../colors.js'
import { formatTable } from '../formatTable.js'
import { formatOk, printable } from '../output.js'

/**
 * The report for people: the signed words, the service's record, each check, the receiver, then the result.
 *
 * @param now - Unix seconds; by default the clock's.
 */
export function describeVerification(
  verification: Verification,
  now = Math.floor(Date.now() / 1000),
): string {
  const { attestation, decoded, record, onchain, notes } = verification
  const { settlement } = onchain ?? {}
  return [
    formatTable(
      [`layout ${attestation.layout}`, 'signed word', 'meaning (not signed)'],
      wordRows(attestation, decoded),
    ),
    ...(record
      ? [
          formatTable(
            ['record', "the service's word"],
            recordRows(record).map(({ name, text }) => [name, text]),
          ),
        ]
      : []),
    formatRows('check', '', checkRows(verification, now)),
    ...(onchain
      ? [
          formatRows(
            onchain.inspection ? 'inspectFill' : 'receiver',
            onchain.receiver,
            receiverRows(onchain, now),
          ),
        ]
      : []),
    ...(settlement
      ? [formatRows('settlement', `fill ${settlement.transactionHash}`, settlementRows(settlement))]
      : []),
    ...notes.map((note) => `note: ${printable(note)}`),
    describeResult(verification),
  ].join('\n')
}

const marks: Record<CheckResult, string> = {
  passed: formatOk(true),
  failed: formatOk(false),
  excused: '-',
  unknown: '?',
}

function formatRows(title: string, subject: string, rows: readonly Row[]): string {
  return formatTable(
    [title, '', subject],
    rows.map(({ name, result, text }) => [name, result === undefined ? '' : marks[result], text]),
  )
}

function describeResult({ valid, solver, onchain }: Verification): string {
  const { returned } = onchain ?? {}
  if (returned) {
    const where = `returned to ${returned.refundTo}`
    return `${colors.red('invalid')}: the payment was ${where}, and this receiver was not paid.`
  }
  if (!valid) return `${colors.red('invalid')}: see the checks that failed.`
  const meaning = onchain?.isPaid
    ? 'and this receiver was paid.'
    : 'which proves the terms, not that anyone paid.'
  return `${colors.green('valid')}: ${solver} attested these words, ${meaning}`
}
