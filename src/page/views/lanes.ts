import { hashMessage } from 'viem'
import { encodeAttestation } from '../../protocol/attestation/encodeAttestation.js'
import { hashAttestation } from '../../protocol/attestation/hashAttestation.js'
import type { ReceiverReport } from '../../report/receiver/receiverReport.js'
import { checkRows } from '../../report/rows/checkRows.js'
import { receiverRows } from '../../report/rows/receiverRows.js'
import { recordRows } from '../../report/rows/recordRows.js'
import type { CheckResult, Row } from '../../report/rows/row.js'
import { settlementRows } from '../../report/rows/settlementRows.js'
import { wordRows } from '../../report/rows/wordRows.js'
import { isPaidHere } from '../../report/state/findOutcome.js'
import type { Verification } from '../../report/verification.js'
import type { FillCheck } from '../../rules/accepts/checks.js'
import type { HappenedKind } from '../../rules/happened/facts.js'
import { element, fold } from '../dom.js'
import { ref, richText } from './values.js'

const legend =
  'Signed: by the solver. Measured: read from a chain. Reported: the word of the service, which nothing proves.'
/** What the legend adds if a check of the evidence fails. */
const legendOfClaims = ' Claimed: by the evidence, which fails a check. Checked here: by this page.'

/** Renders three columns: signed, measured, reported. Problems come first. Empty columns are omitted. */
export function lanes(verification: Verification, now: number): HTMLElement {
  const { onchain, record } = verification
  return element(
    'div',
    { class: 'lanes' },
    signed(verification, now),
    onchain && measured(verification, onchain, now),
    record && reported(record),
    element('p', { class: 'hint' }, `${legend}${verification.genuine === false ? legendOfClaims : ''}`),
  )
}

function lane(title: string, count: string, ...content: (HTMLElement | false)[]): HTMLElement {
  // A line breaks only between the parts of the count.
  const parts = count.split(/(?<=;) /).flatMap((part) => [' ', element('span', { class: 'count ref' }, part)])
  const heading = element('h3', {}, title, ...parts)
  return element('section', { class: 'lane', 'aria-label': title }, heading, ...content)
}

function signed(verification: Verification, now: number): HTMLElement {
  const { attestation, decoded, order, requestId } = verification
  const rows = checkRows(verification, now)
  if (!attestation || !decoded) return lane('Signed', countRows(rows), ...foldRows(rows))
  const hash = hashAttestation(attestation)
  return lane(
    'Signed',
    countRows(rows),
    ...foldRows(rows),
    fold(
      `Signed words, layout ${attestation.layout}`,
      factList([...wordRows(attestation, decoded), ['order id', order?.orderId ?? "can't tell"]]),
    ),
    fold(
      'Raw bytes',
      factList([
        ['request id', requestId],
        ['preimage', encodeAttestation(attestation)],
        ['hash', hash],
        ['digest', hashMessage({ raw: hash })],
        ['signature', attestation.signature ?? 'none'],
      ]),
    ),
  )
}

function measured(verification: Verification, onchain: ReceiverReport, now: number): HTMLElement {
  const rows = receiverRows({ ...verification, onchain }, now)
  const checks = rows.filter(({ result }) => result !== undefined)
  const facts = rows.filter(({ result }) => result === undefined)
  const { settlement, returned } = onchain
  const isFilled = isPaidHere(onchain) || returned !== undefined || verification.outcome === 'settled'
  const rules = settlement && settlementRows(settlement)
  const refused = pick(rules ?? [], 'failed').length
  return lane(
    'Measured',
    `${countRows(checks)}${refused > 0 ? `; settlement: ${refused} failed` : ''}`,
    ...foldRows(checks),
    fold('Receiver and payment', factList([['receiver', onchain.receiver], ...facts.map(toFact)])),
    rules
      ? fold(
          `Settlement: ${countRows(rules)}`,
          element('p', {}, "By the service's rules, ", ref(settlement.transactionHash)),
          rowList(rules),
        )
      : isFilled && element('p', {}, "Settlement: can't tell without the order and the fill's transaction."),
  )
}

function reported(record: NonNullable<Verification['record']>): HTMLElement {
  const facts = factList(recordRows(record).map(toFact))
  return lane('Reported', record.status, fold('Transactions and reasons', facts))
}

/** The result of a check. `reported` means that the check relies on the service's word. */
type Kind = CheckResult | 'reported'

const kindOf = ({ result, source }: Row): Kind => (source ? 'reported' : (result ?? 'passed'))

const pick = (rows: readonly Row[], ...kinds: Kind[]) => rows.filter((row) => kinds.includes(kindOf(row)))

/** Describes the number of checks with each result, as in `5 passed, 1 failed`. */
function countRows(rows: readonly Row[]): string {
  const counts: [number, string][] = [
    [pick(rows, 'passed', 'excused').length, 'passed'],
    ...(['failed', 'reported', 'unknown'] as const).map((kind): [number, string] => [
      pick(rows, kind).length,
      kind,
    ]),
  ]
  return counts.flatMap(([count, word]) => (count > 0 ? `${count} ${word}` : [])).join(', ')
}

/** Shows failed and open checks, and folds passed ones. */
function foldRows(rows: readonly Row[]): HTMLElement[] {
  const open = pick(rows, 'unknown')
  const needs = [...new Set(open.map((row) => row.needs))].filter((need) => need !== undefined)
  const grouped = needs.filter((need) => open.filter((row) => row.needs === need).length > 1)
  const passed = pick(rows, 'passed', 'excused')
  const shown = [
    ...pick(rows, 'failed', 'reported'),
    ...grouped.map((need): Row => {
      const names = open.filter((row) => row.needs === need).map(({ name }) => name)
      const text = `${names.length} checks need ${need}: ${names.map((name) => conditions[name] ?? name).join(', ')}.`
      return { name: `${need} is missing`, result: 'unknown', text }
    }),
    ...open.filter(({ needs: need }) => !need || !grouped.includes(need)),
  ]
  return [
    ...(shown.length > 0 ? [rowList(shown)] : []),
    ...(passed.length > 0 ? [fold(`${passed.length} passed`, rowList(passed))] : []),
  ]
}

const answers: Record<Kind, string> = {
  passed: '✔ passed',
  failed: '✘ failed',
  excused: '✔ excused: it was paid',
  reported: '❝ reported',
  unknown: "? can't tell",
}

/** Creates a line for each check: the result, and the found and required values. */
export function rowList(rows: readonly Row[]): HTMLElement {
  return element('ul', { class: 'rows' }, ...rows.map(describeRow))
}

/**
 * The text to show for a check or a contradiction whose name describes the failure. The text describes the condition that passed
 * or failed, such as `not paused` for `paused`.
 */
const conditions: Readonly<Partial<Record<string, string>>> = {
  paused: 'not paused',
  duplicate: 'not a duplicate',
  orderMismatch: "the order's terms",
  recipientMismatch: "the evidence's recipient",
  amountShort: 'enough',
  expired: 'in time',
  paidTwice: 'paid once',
  attestationMissing: 'attested',
  attestationChanged: 'attestation unchanged',
  solverMismatch: "the signer's fill",
  wrongChain: 'the right chain',
  notSuccessful: 'successful',
  otherTransaction: 'the same transaction',
  inboxMismatch: "the inbox's money",
  returned: 'not returned',
  moneyWaits: 'claimed in time',
} satisfies Partial<Record<FillCheck, string>> & Record<HappenedKind, string>

function describeRow(row: Row): HTMLElement {
  const { name, text, needs, found, required } = row
  const kind = kindOf(row)
  const findings = [found && `found ${found}`, required && `required ${required}`].filter(Boolean).join(', ')
  const isPlain = kind === 'passed' && findings !== ''
  const lines = [needs ? `${text}: needs ${needs}` : text, findings].slice(isPlain ? 1 : 0)
  return element(
    'li',
    { class: kind },
    element('b', {}, conditions[name] ?? name),
    element('span', { class: 'answer' }, answers[kind]),
    ...lines.filter((line) => line !== '').map((line) => element('p', {}, richText(line))),
  )
}

type Fact = readonly [name: string, value: string, meaning?: string]

const toFact = ({ name, text }: Row): Fact => [name, text]

/** Creates a list of named facts. */
export function factList(facts: readonly Fact[]): HTMLElement {
  const items = facts.map(([name, value, meaning = '']) => {
    const note = meaning !== '' && element('span', { class: 'meaning' }, meaning)
    return element('div', {}, element('dt', {}, name), element('dd', {}, richText(value), note))
  })
  return element('dl', { class: 'facts' }, ...items)
}
