import { isAddressEqual } from 'viem'
import { findRefunds } from '../../contract/findInboxCalls.js'
import { type InboxRefundedEvent, parseInboxRefunded } from '../../contract/inbox/parseInboxEvents.js'
import { mayAnyoneRefund } from '../../rules/happened/happenedRules.js'
import type { ChainTransaction, Receipt } from '../chainView.js'
import { judgeFill, type Outcome } from './judgeFill.js'
import type { JudgePaidFillParameters } from './parameters.js'
import { hidden } from './toFacts.js'

/** Finds the event of the refund. Returns undefined if a call's payment was returned instead. */
export function findRefunded(
  { fill, job: { receiver } }: JudgePaidFillParameters,
  receipt: Receipt,
): InboxRefundedEvent | undefined {
  return parseInboxRefunded({ receiver, receipt }).find(({ logIndex }) => logIndex === fill.logIndex)
}

/**
 * Judges a refund of an inbox by the terms in the transaction's calldata.
 *
 * - `refundTo` may refund at any time, to any account: that alone is no contradiction.
 * - Who called the receiver is only known if the transaction itself is the call.
 */
export function judgeRefund(
  { fill, job: { chainId, receiver } }: JudgePaidFillParameters,
  transaction: ChainTransaction,
  { args: { inboxHash, token, to } }: InboxRefundedEvent,
): Outcome[] {
  const shown = findRefunds({ chainId, receiver, transaction }).find((one) => one.inboxHash === inboxHash)
  const refund = shown && { token, to, blockTime: fill.blockTime, terms: shown.terms }
  const isOwn = transaction.to !== null && isAddressEqual(transaction.to, receiver)
  const refunder = isOwn ? transaction.from : refund && mayAnyoneRefund(refund) ? null : undefined
  return judgeFill({
    facts: { ...(refund && { refund }), ...(refunder !== undefined && { refunder }) },
    why: {
      refund: hidden,
      ...(refund && {
        refunder: 'another contract called the receiver: who refunded the inbox is not known',
      }),
    },
  })
}
