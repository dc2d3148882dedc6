import { formatCount } from '../../base/formatCount.js'
import type { Need } from '../../report/receiver/receiverReport.js'
import type { LoneTransaction } from '../../report/receiver/reportTransaction.js'
import type { LoneOrder } from '../../report/reportEvidence.js'
import { checkRows, unsignedQuote } from '../../report/rows/checkRows.js'
import { describeTime } from '../../report/rows/describeTime.js'
import { orderFacts } from '../../report/rows/orderFacts.js'
import { receiverRows } from '../../report/rows/receiverRows.js'
import { recordRows } from '../../report/rows/recordRows.js'
import { type CheckResult, type Row, resultOf } from '../../report/rows/row.js'
import { settlementRows } from '../../report/rows/settlementRows.js'
import { wordRows } from '../../report/rows/wordRows.js'
import type { Outcome, WaitingFor } from '../../report/state/findOutcome.js'
import { nextSteps } from '../../report/state/nextSteps.js'
import type { Verification } from '../../report/verification.js'
import { colors } from '../colors.js'
import { formatTable } from '../formatTable.js'
import { formatOk, printable } from '../output.js'

/**
 * Formats the report for people. Its parts are the signed words (the 32-byte values of the attestation), the service's record,
 * the checks, the receiver, the signer, the outcome, and the next steps.
 *
 * @param now - Unix seconds. Defaults to the system clock.
 */
export function describeVerification(
  verification: Verification,
  now = Math.floor(Date.now() / 1000),
): string {
  const { attestation, decoded, record, onchain, notes } = verification
  const { settlement } = onchain ?? {}
  return [
    ...(attestation && decoded
      ? [
          formatTable(
            [`layout ${attestation.layout}`, 'signed word', 'meaning (not signed)'],
            wordRows(attestation, decoded),
          ),
        ]
      : []),
    ...(record
      ? [
          formatTable(
            ['said', "the service's word"],
            recordRows(record).map(({ name, text }) => [name, text]),
          ),
        ]
      : []),
    formatRows('check', 'signed', checkRows(verification, now)),
    ...(onchain
      ? [
          formatRows(
            onchain.inspection ? 'inspectFill' : 'receiver',
            `measured at ${onchain.receiver}`,
            receiverRows({ ...verification, onchain }, now),
          ),
        ]
      : []),
    ...(settlement
      ? [formatRows('settlement', `measured in ${settlement.transactionHash}`, settlementRows(settlement))]
      : []),
    ...notes.map((note) => `note: ${printable(note)}`),
    ...describeResult(verification, now),
  ].join('\n')
}

/** Formats the report of an order without its request: the terms, the checks, and the signer. */
export function describeOrder(found: LoneOrder, now = Math.floor(Date.now() / 1000)): string {
  const { order, orderData, checks, genuine: isGenuine } = found
  const [genuine] = outcomeRows(found)
  const solver = `${orderData.solver} signed this order`
  const why = isGenuine === null ? unsignedQuote : 'see the checks that failed'
  return [
    formatTable(
      ['order', order.evidence === 'signed' ? 'what was signed' : 'not signed'],
      [
        ['order id', order.orderId],
        ...orderFacts(orderData).map(([name, text]) => [name, printable(text)]),
        ['deadline', describeTime(order.deadline, now)],
      ],
    ),
    ...(checks.length === 0
      ? []
      : [
          formatRows(
            'check',
            'signed',
            checks.map(({ name, ok, message, actual }) => ({
              name,
              result: resultOf(ok),
              text: message ?? String(name === 'deadline' ? '' : (actual ?? '')),
            })),
          ),
        ]),
    `${(isGenuine ? colors.green : colors.red)(genuine.text)}: ${isGenuine ? solver : why}.`,
    'A genuine order proves the terms, not that anyone paid.',
  ].join('\n')
}

/** Formats the report of a transaction whose request is not known. */
export function describeTransaction(found: LoneTransaction): string {
  const [genuine, outcome] = outcomeRows(found)
  return [
    formatRows('transaction', 'measured', transactionRows(found)),
    `${genuine.text}.`,
    `outcome: ${(found.valid ? colors.green : colors.red)(outcome.text)}${describeSource(outcome)}`,
    ...found.notes.map((note) => `to know more: ${note}`),
  ].join('\n')
}

function describeSource({ source }: OutcomeRow): string {
  return source === undefined ? '' : ` (${source})`
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
    rows.map(({ name, result, text, needs }) => [
      name,
      result === undefined ? '' : marks[result],
      needs
        ? [text.replace(/\.$/, ''), `pass ${options[needs]}`].filter((part) => part !== '').join('; ')
        : text,
    ]),
  )
}

/** The option that supplies each missing part. */
const options: Record<Need, string> = {
  'the order': '--order quote.json',
  'the order with its orderSignature': '--order quote.json with its orderSignature',
  'the order with its orderSignature, and the terms of the inbox':
    '--order with both, as inboxTerms and quote',
  "the order's id": '--order quote.json',
  "the registrar's terms and termsSignature": '--order with terms and termsSignature',
  'the attestation of layout v1': '--layout v1',
  'an attestation': 'one that you kept to fillproof inspect',
  'the payer': '--payer',
  "the recipient's proof": '--recipient-proof',
  'an earlier block to search from': '--from-block',
}

function describeResult(verification: Verification, now: number): string[] {
  const { genuine: isGenuine, solver, attestation } = verification
  const [genuine, outcome] = outcomeRows(verification)
  const paint = isGood(verification) ? colors.green : colors.red
  const signed = isGenuine ? colors.green(genuine.text) : colors.red(genuine.text)
  const vouched = attestation ? 'attested these words' : 'signed the order'
  const why = isGenuine === null ? 'nothing signed was found' : 'see the checks that failed'
  return [
    `${signed}: ${isGenuine ? `${solver} ${vouched}` : why}.`,
    `outcome: ${paint(outcome.text)}${describeSource(outcome)}`,
    ...nextSteps(verification, now).map(({ text }) => `next: ${printable(text)}`),
  ]
}

/** Formats a transaction as its chain reports it. Amounts are in the smallest unit. */
function transactionRows({ transaction }: LoneTransaction): Row[] {
  const { transactionHash, block, status, lastWord, accepted, returned } = transaction
  const { claims = [], refunded = [] } = transaction
  return [
    { name: 'transaction', text: transactionHash },
    { name: 'block', text: `${formatCount(block)}, ${status}` },
    { name: 'last word', text: lastWord ?? 'none' },
    ...accepted.flatMap(({ id, payer, recipient, solver, token, amount }): Row[] => [
      { name: 'accepted', result: 'passed', text: `${formatCount(amount)} of ${token}` },
      { name: 'paid as', text: id },
      { name: 'payer', text: payer },
      { name: 'paid to', text: recipient },
      { name: 'solver', text: solver },
    ]),
    ...returned.flatMap(({ callHash, payer, refundTo, token, amount }): Row[] => [
      { name: 'returned', result: 'failed', text: `${formatCount(amount)} of ${token}` },
      { name: 'returned as', text: callHash },
      { name: 'payer', text: payer },
      { name: 'returned to', text: refundTo },
    ]),
    ...claims.flatMap(({ inbox, orderId }): Row[] => [
      { name: 'inbox', text: inbox },
      { name: 'order shown', text: `${orderId}, which need not be the order paid` },
    ]),
    ...refunded.flatMap(({ inboxHash, token, to, amount }): Row[] => [
      { name: 'refunded', result: 'failed', text: `${formatCount(amount)} of ${token}` },
      { name: 'inbox terms', text: inboxHash },
      { name: 'refunded to', text: to },
    ]),
    ...(accepted.length + returned.length + refunded.length === 0
      ? [
          {
            name: 'accepted',
            result: 'failed' as const,
            text: 'the receiver neither accepted nor returned a payment',
          },
        ]
      : []),
  ]
}

type OutcomeRow = { name: 'genuine' | 'outcome'; text: string; source?: 'signed' | 'measured' | 'said' }

const outcomes: Record<Exclude<Outcome, 'waiting'>, string> = {
  paid: 'paid',
  returned: 'returned, not paid',
  refunded: 'refunded, not paid',
  failed: 'failed',
  settled: 'settled',
  expired: 'expired, not paid',
  unknown: 'unknown',
}

const waits: Record<WaitingFor, string> = {
  deposit: 'waiting for the deposit',
  authorization: 'waiting for the authorization of its call',
  fill: 'waiting for the fill',
}

/** Returns two verdicts: whether the evidence is genuine, and the outcome. */
export function outcomeRows(
  verification: Pick<Verification, 'genuine' | 'outcome' | 'outcomeSource' | 'waitingFor'>,
): [OutcomeRow, OutcomeRow] {
  const { genuine, outcome, outcomeSource, waitingFor } = verification
  const text = waitingFor ? waits[waitingFor] : outcomes[outcome as keyof typeof outcomes]
  return [
    genuine === null
      ? { name: 'genuine', text: "can't tell who signed" }
      : { name: 'genuine', text: genuine ? 'genuine' : 'not genuine', source: 'signed' },
    { name: 'outcome', text, ...(outcomeSource && { source: outcomeSource }) },
  ]
}

const losses: readonly string[] = ['returned', 'refunded', 'failed', 'expired']

/** Returns whether nothing went wrong. Without a receiver, `valid` alone can be true for a refunded or failed request. */
export function isGood({ valid, outcome }: Pick<Verification, 'valid' | 'outcome'>): boolean {
  return valid && !losses.includes(outcome)
}
