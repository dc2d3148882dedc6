import { zeroAddress } from 'viem'
import { formatCount } from '../../base/formatCount.js'
import type { EvidencePart } from '../../report/receiver/judgeEvidence.js'
import { receiverChecks } from '../../rules/accepts/checks.js'
import { printable } from '../output.js'
import type { ClaimOutcome } from './types.js'

/** An outcome with the file or line of the inbox in the list. */
export type ListedOutcome = ClaimOutcome & { file: string }

const results = {
  claimed: 'Claimed.',
  claimable: 'Claimable with --send.',
  waiting: 'Money waits, and no claim succeeds.',
  empty: 'Empty: nothing to claim.',
  unreadable: 'Unreadable.',
} satisfies Record<ClaimOutcome['status'], string>

const advice: Partial<Record<EvidencePart, string>> = {
  orderData: 'an order that pays the inbox: a new quote for the same inbox has one',
  orderSignature: "the solver's signature over the order: request the quote with includeProtocolData",
}

/** Whether nothing is left to do for an inbox. In a dry run, money that can be claimed counts. */
export function isSettled({ status, balance }: ClaimOutcome): boolean {
  return status === 'claimed' ? balance === 0n : status === 'empty' || status === 'claimable'
}

/** Formats an outcome for people. */
export function describeClaim({ file, ...outcome }: ListedOutcome): string {
  const { status, inbox, recipient, claimer, balance, credited, transaction } = outcome
  const { missing = [], failing = [], reason, remedy } = outcome
  const rest = balance === undefined ? ' What is left is not known.' : ' The rest waits for another claim.'
  return [
    `${results[status]}${status === 'claimed' && balance !== 0n ? rest : ''}`,
    `Listed in  ${printable(file)}`,
    ...(inbox ? [`Inbox      ${inbox}`, `Recipient  ${recipient}`] : []),
    ...(claimer ? [`Claimer    ${claimer}, which alone can send the claim`] : []),
    ...(balance !== undefined && (balance > 0n || status !== 'empty')
      ? [`Holds      ${describeAmount(balance, outcome)}`]
      : []),
    ...(credited !== undefined ? [`Credited   ${describeAmount(credited, outcome)}`] : []),
    ...(transaction ? [`Sent in    ${transaction}`] : []),
    ...missing.map((part) => `Missing    ${advice[part] ?? part}`),
    ...(reason ? [`Reason     ${reason}`] : []),
    ...failing.map((check) => `Fails      ${check}, which requires that ${receiverChecks[check].asks}`),
    ...(remedy ? [`To do      ${remedy}`] : []),
  ].join('\n')
}

function describeAmount(amount: bigint, { token }: ClaimOutcome): string {
  const unit = token === zeroAddress ? 'the native currency' : token
  return `${formatCount(amount)} of ${unit} (smallest unit)`
}
