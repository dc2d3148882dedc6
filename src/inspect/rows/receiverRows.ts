import { formatUnits } from 'viem'
import { fillChecks } from '../../contract/fillChecks.js'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import { formatOk, formatTable } from '../../cli/output.js'
import { checkMeanings } from '../receiver/checkMeanings.js'
import { describeTime } from './describeTime.js'
import type { Returned } from '../receiver/findReturned.js'
import type { ReceiverReport } from '../receiver/readReceiver.js'
import { isExcused } from '../verification.js'

const kinds: Record<ReceiverKind, string> = {
  fillReceiver: 'attested orders (FillReceiver)',
  signedOrderReceiver: 'signed orders (SignedOrderReceiver)',
  registeredFillReceiver: "a registrar's terms (RegisteredFillReceiver)",
}

/** A row for each check of the receiver, whether it could be told or not, then the payment. */
export function describeReceiver(report: ReceiverReport, now: number): string {
  const { chainId, chain, receiver, kind, inspection } = report
  return formatTable(
    [inspection ? 'inspectFill' : 'receiver', '', receiver],
    [
      ['chain', '', `${chainId} ${chain ?? 'unknown chain'}`],
      ['takes', '', kinds[kind]],
      ...(inspection
        ? [['asked', '', `${inspection.amount} (smallest unit), paid by ${inspection.payer}`]]
        : []),
      ...fillChecks.map((name) => describeCheck(name, report)),
      ...describePaid(report, now),
    ],
  )
}

function describeCheck(name: (typeof fillChecks)[number], report: ReceiverReport): string[] {
  const found = report.checks.find((check) => check.name === name)
  if (!found) {
    const needs = report.unknown.find((check) => check.name === name)?.needs
    return [name, '?', `${checkMeanings[name].asks}: needs ${needs}`]
  }
  const mark = !found.ok && isExcused(name, report) ? '-' : formatOk(found.ok)
  return [name, mark, found.message ?? describeValue(name, report) ?? checkMeanings[name].asks]
}

/** What the receiver's state says of a check that passed. */
function describeValue(
  name: string,
  { route, recipientStatus, chainId }: ReceiverReport,
): string | undefined {
  if (name === 'amountSent' && route.max !== 0n) return `${route.min} to ${route.max}`
  if (name === 'recipient' && recipientStatus.hook) return 'allowed, with a hook'
  if (name === 'destination') return String(chainId)
  return undefined
}

function describePaid(report: ReceiverReport, now: number): string[][] {
  const { isPaid, payment, paymentNote, returned } = report
  if (returned) return describeReturned(returned, report)
  if (isPaid === null) return [['paid here', '?', "needs the order's id: say --order QUOTE"]]
  if (!isPaid) return [['paid here', '', 'no']]
  if (!payment) return [['paid here', '', `yes. ${paymentNote}`]]
  return [
    ['paid here', '', `yes, ${describeTime(payment.timestamp, now)}`],
    ['block', '', String(payment.block)],
    ['transaction', '', payment.transactionHash],
    ['payer', '', payment.payer],
    ['paid to', '', payment.recipient],
    ['amount', '', describeAmount(payment)],
    ['paid as', '', payment.id],
  ]
}

/** Settled is not paid. */
function describeReturned(
  { transactionHash, block, payer, refundTo, token, amount, callHash }: Returned,
  { settlement }: ReceiverReport,
): string[][] {
  const isRefused = settlement?.rows.some(({ name, ok }) => ok === false && name !== 'finality')
  return [
    ['paid here', formatOk(false), `no: ${isRefused ? 'not settled' : 'settled'}, returned`],
    ['block', '', String(block)],
    ['transaction', '', transactionHash],
    ['payer', '', payer],
    ['returned to', '', refundTo],
    ['amount', '', `${amount} (smallest unit), ${token}`],
    ['returned as', '', callHash],
  ]
}

function describeAmount({ token, amount, symbol, decimals }: NonNullable<ReceiverReport['payment']>): string {
  const isKnown = typeof symbol === 'string' && typeof decimals === 'number'
  const whole = isKnown ? `${formatUnits(amount, decimals)} ${symbol}` : `unknown symbol, ${token}`
  return `${amount} (smallest unit), ${whole}`
}
