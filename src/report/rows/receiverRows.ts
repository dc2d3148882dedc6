import { formatUnits, zeroAddress } from 'viem'
import { formatCount } from '../../base/formatCount.js'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import { type FillCheck, fillChecks, receiverChecks } from '../../rules/accepts/checks.js'
import { listDeciding } from '../../rules/settled/assumptions.js'
import type { ReceiverReport } from '../receiver/receiverReport.js'
import { isPaidHere } from '../state/findOutcome.js'
import { isExcused, type Verification } from '../verification.js'
import { orderIsSaid } from './checkRows.js'
import { describePast, describeTime } from './describeTime.js'
import { formatFinding, type Row, resultOf } from './row.js'

const kinds: Record<ReceiverKind, string> = {
  attestedOrderReceiver: 'attested orders (AttestedOrderReceiver)',
  signedOrderReceiver: 'signed orders (SignedOrderReceiver)',
  registeredTermsReceiver: "a registrar's terms (RegisteredTermsReceiver)",
  inboxReceiver: 'signed orders that pay an inbox (InboxReceiver)',
}

type Asked = Pick<Verification, 'requestId' | 'order'> & { onchain: ReceiverReport }

/** Creates rows for the receiver, each of its checks, and the payment. */
export function receiverRows({ requestId, order, onchain: report }: Asked, now: number): Row[] {
  const { chainId, chain, kind, inspection } = report
  const isSaid = order !== undefined && order.orderId !== requestId
  return [
    { name: 'chain', text: `${chainId} ${chain ?? 'unknown chain'}` },
    { name: 'takes', text: kinds[kind] },
    ...(inspection
      ? [
          {
            name: 'asked',
            text: `${formatCount(inspection.amount)} (smallest unit), paid by ${inspection.payer}`,
          },
        ]
      : []),
    ...fillChecks.map((name) => checkRow(name, report, isSaid)),
    ...paymentRows(report, now),
  ]
}

function checkRow(name: FillCheck, report: ReceiverReport, isSaid: boolean): Row {
  const found = report.checks.find((check) => check.name === name)
  if (!found) {
    const needs = report.unknown.find((check) => check.name === name)?.needs
    const asks = (report.kind === 'inboxReceiver' && inboxWords[name]) || receiverChecks[name].asks
    return { name, result: 'unknown', text: asks, ...(needs && { needs }) }
  }
  const { ok, message } = found
  if (ok && isSaid && name === 'requestId')
    return { name, result: 'passed', text: orderIsSaid, source: 'said' }
  return {
    name,
    result: !ok && isExcused(name, report) ? 'excused' : resultOf(ok),
    text: describeCheck(name, report, message),
  }
}

function describeCheck(name: FillCheck, report: ReceiverReport, message: string | undefined): string {
  const state = describeState(name, report)
  if (name === 'expiry' && message !== undefined && state) return `expired ${state}`
  return message ?? state ?? receiverChecks[name].asks
}

/** The contracts' value for no upper bound. */
const noLimit = 2n ** 128n - 1n

function describeRange({ min, max }: NonNullable<ReceiverReport['route']>): string {
  if (max < noLimit) return `${min} to ${max}`
  return min <= 1n ? 'any amount' : `at least ${min}`
}

/** The conditions of those checks of a claim that differ from the checks of a fill. */
const inboxWords: Readonly<Partial<Record<string, string>>> = {
  terms: 'the evidence is complete, and its order pays this inbox',
  duplicate: 'an inbox can be claimed any number of times',
  payment: 'the balance of the inbox reaches the minimum',
} satisfies Partial<Record<FillCheck, string>>

/** Describes the receiver's state that a check relies on. */
function describeState(
  name: string,
  { kind, route, recipientStatus, chainId, terms, timestamp }: ReceiverReport,
): string | undefined {
  if (kind === 'inboxReceiver' && name in inboxWords) return inboxWords[name]
  if (name === 'amountSent' && route && route.max !== 0n) return describeRange(route)
  if (name === 'recipient' && recipientStatus?.hook) return 'allowed, with a hook'
  if (name === 'destination') return String(chainId)
  if (name === 'expiry' && terms) return `${describeTime(terms.deadline, timestamp)} by the chain's clock`
  return undefined
}

const paidHere = 'paid here'

/** Who paid, in words. */
export const payers: Readonly<
  Record<NonNullable<NonNullable<ReceiverReport['payment']>['payerIs']>, string>
> = {
  solver: 'the solver',
  fillContract: "the order's fill contract",
  other: "neither the solver nor the order's fill contract",
}

function paymentRows(report: ReceiverReport, now: number): Row[] {
  const { kind, isPaid, payment, paymentNote, returned } = report
  if (kind === 'inboxReceiver') return inboxRows(report)
  if (returned) return returnedRows(returned, report)
  if (isPaid === null) return [{ name: paidHere, result: 'unknown', text: '', needs: "the order's id" }]
  if (!isPaid) return [{ name: paidHere, text: 'no' }]
  if (!payment)
    return [{ name: paidHere, text: `yes. ${paymentNote}`, needs: 'an earlier block to search from' }]
  const isOwn = isPaidHere(report)
  const others = `the call, ${report.isOwnFill === null ? 'for an unknown order' : 'but for another order'}`
  return [
    {
      name: paidHere,
      ...(!isOwn && { result: 'unknown' as const }),
      text: `${isOwn ? 'yes' : others}, ${describePast(payment.timestamp, now)}`,
    },
    { name: 'block', text: String(payment.block) },
    { name: 'transaction', text: payment.transactionHash },
    { name: 'payer', text: `${payment.payer}${payment.payerIs ? `, ${payers[payment.payerIs]}` : ''}` },
    { name: 'paid to', text: payment.recipient },
    { name: 'amount', text: describeAmount(payment) },
    { name: 'paid as', text: payment.id },
    ...(report.contradictions ?? []).map(
      ({ kind, message, expected, actual }): Row => ({
        name: kind,
        result: 'failed',
        text: message,
        found: formatFinding(actual),
        required: formatFinding(expected),
      }),
    ),
  ]
}

/** Creates the rows of an inbox. Its balance does not count as paid, and no claim names the order that was paid. */
function inboxRows({ inbox }: ReceiverReport): Row[] {
  const needs = 'the order with its orderSignature, and the terms of the inbox'
  if (!inbox) return [{ name: paidHere, result: 'unknown', text: 'inboxes count claims, not orders', needs }]
  const { address, token, balance, refundTo, claims, failing } = inbox
  const unit = token === zeroAddress ? 'of the native currency' : `of ${token}`
  return [
    { name: 'inbox', text: address },
    {
      name: 'money waits',
      text:
        balance === 0n
          ? 'no'
          : `${formatCount(balance)} (smallest unit) ${unit}. Not paid: until a claim, ${refundTo} can take it`,
    },
    { name: 'claims', text: `${claims}; a claim shows an order, and need not be of its payment` },
    ...failing.map((text): Row => ({ name: 'claim fails', result: 'failed', text })),
  ]
}

/** Creates the rows of a returned payment. The service may still count the fill as settled. */
function returnedRows(
  { transactionHash, block, payer, refundTo, callHash, ...amount }: NonNullable<ReceiverReport['returned']>,
  { settlement }: ReceiverReport,
): Row[] {
  return [
    { name: paidHere, result: 'failed', text: `returned${describeSettlement(settlement)}` },
    { name: 'block', text: String(block) },
    { name: 'transaction', text: transactionHash },
    { name: 'payer', text: payer },
    { name: 'returned to', text: refundTo },
    { name: 'amount', text: describeAmount(amount) },
    { name: 'returned as', text: callHash },
  ]
}

/** Describes the settlement. Returns an empty text if no rule has a result. */
function describeSettlement(settlement: ReceiverReport['settlement']): string {
  const rules = listDeciding(settlement?.rows)
  if (rules.some(({ ok }) => ok === false)) return ', not settled'
  return rules.some(({ ok }) => ok === true) ? ', but settled' : ''
}

type Amount = Pick<NonNullable<ReceiverReport['payment']>, 'token' | 'amount' | 'symbol' | 'decimals'>

function describeAmount({ token, amount, symbol, decimals }: Amount): string {
  const isKnown = typeof symbol === 'string' && typeof decimals === 'number'
  const whole = isKnown ? `${formatUnits(amount, decimals)} ${symbol}` : `unknown symbol, ${token}`
  return `${formatCount(amount)} (smallest unit), ${whole}`
}
