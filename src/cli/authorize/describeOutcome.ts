import type { Address } from 'viem'
import { receiverChecks } from '../../contract/checks.js'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import { describeTime } from '../../inspect/rows/describeTime.js'
import type { FoundCall } from './findCall.js'
import type { Authorization } from './presentEvidence.js'

type About = { chainId: number; receiver: Address; kind: ReceiverKind }

/** The result of `authorize`. */
export type AuthorizeOutcome = About &
  ({ status: 'incomplete'; missing: string[] } | { status: 'noCall' } | (FoundCall & Authorization))

const results = {
  incomplete: 'Not provable: the evidence is incomplete.',
  noCall: 'Not provable: the evidence must have exactly one call of payAuthorized on this receiver.',
  refused: 'Not provable: the receiver refuses the evidence.',
  paid: 'Already paid.',
  authorized: 'Authorized: any solver can pay the call.',
  provable: 'Provable: --send authorizes the call.',
} satisfies Record<AuthorizeOutcome['status'], string>

/** Formats the report for people. */
export function describeOutcome(outcome: AuthorizeOutcome, now = Math.floor(Date.now() / 1000)): string {
  return [
    results[outcome.status],
    `Receiver  ${outcome.receiver} on chain ${outcome.chainId}`,
    ...detail(outcome, now),
  ].join('\n')
}

function detail(outcome: AuthorizeOutcome, now: number): string[] {
  if (outcome.status === 'incomplete') return outcome.missing.map((part) => `Missing   ${part}`)
  if (outcome.status === 'noCall') return []
  const { callHash, payment, solver, transaction, failing = [], reason, remedy } = outcome
  return [
    `Call      ${callHash}`,
    `Deadline  ${describeTime(Number(payment.deadline), now)}`,
    ...(solver ? [`Solver    ${solver}`] : []),
    ...(transaction ? [`Sent in   ${transaction}`] : []),
    ...(reason ? [`Reason    ${reason}`] : []),
    ...failing.map((check) => `Fails     ${check}, which asks that ${receiverChecks[check].asks}`),
    ...(remedy ? [`To do     ${remedy}`] : []),
  ]
}
