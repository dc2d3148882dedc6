import type { Address, Hex } from 'viem'
import { defineError } from '../../base/defineError.js'
import { describeValue } from '../../base/describeValue.js'
import type { CallFailure } from '../../service/steps/errors.js'

type KnownInbox = {
  receiver: Address
  /** The address that is paid. */
  inbox: Address
  /** The hash of the terms. */
  inboxHash: Hex
}

type Unclaimed = KnownInbox & {
  /** Zero for the native currency. */
  token: Address
  /** The balance of the inbox, in the smallest unit. */
  amount: bigint
  /** The block of the balance, on the destination chain. */
  blockNumber: bigint
  /** The known reasons why a claim would fail now. Empty if there are none. */
  failures: readonly CallFailure[]
  cause?: unknown
}

/** The receiver would refuse a claim of the inbox, so nothing was deposited. `failures` lists the reasons. */
export class InboxNotPayableError extends /* @__PURE__ */ defineError(
  'InboxNotPayableError',
  ({ inbox, receiver, failures }: KnownInbox & { failures: readonly CallFailure[] }) =>
    `The receiver ${receiver} would refuse to claim the inbox ${inbox}: ${list(failures)}.`,
  'This run asked for no deposit: the money would wait in the inbox.',
) {}

/**
 * Money waits in the inbox: `amount` of `token`, at the end of block `blockNumber`. It is not paid: until a claim, `refundTo` of the
 * terms can take it. `failures` lists why a claim would fail now. To go on, resume the same call, or claim with the terms.
 *
 * Either claims after the fill did not take the whole balance. Or a deposit address was paid with another amount, which brought
 * less than the caller accepts: then `cause` is the end of the wait for the quoted amount.
 */
export class InboxWaitingError extends /* @__PURE__ */ defineError(
  'InboxWaitingError',
  ({ inbox, token, amount, blockNumber, failures }: Unclaimed) => {
    const reason = failures.length > 0 ? ` A claim fails now: ${list(failures)}.` : ''
    return `${amount} of token ${token} wait in the inbox ${inbox} at block ${blockNumber}, and are not paid.${reason}`
  },
  ({ failures }) => [
    failures.length > 0
      ? 'Remove what is in the way, then resume the same call with a claimer, or claim with fillproof claim.'
      : 'Resume the same call with a claimer, or claim with fillproof claim. A claimer that the terms name must do it.',
    'The money is not lost: until a claim, refundTo of the terms can take it with refund.',
  ],
) {}

/**
 * The inbox was filled, and then refunded: `amount` of `token` went to `to` in `transaction`. The account `refundTo` of the terms
 * sent the refund or, after the terms' deadline, someone else. The recipient did not get this amount; earlier claims may have paid
 * a part.
 */
export class InboxRefundedError extends /* @__PURE__ */ defineError(
  'InboxRefundedError',
  ({
    inbox,
    token,
    amount,
    to,
  }: KnownInbox & {
    token: Address
    /** The amount that left the inbox, in the smallest unit. */
    amount: bigint
    to: Address
    /** On the destination chain. */
    transaction: Hex
  }) => `The inbox ${inbox} was filled, and ${amount} of token ${token} were refunded to ${to}.`,
  'The money is on the destination chain. The inbox stays open: it can be paid again.',
) {}

/**
 * The service reports that the request ended without a fill, with `status` and `failReason`. A refund may come on either chain, in
 * another currency, less fees. `balance` of `token` lies in the inbox at the end of block `blockNumber`, whoever sent it. These
 * are absent if the balance was not read.
 */
export class InboxNotFilledError extends /* @__PURE__ */ defineError(
  'InboxNotFilledError',
  ({
    inbox,
    status,
    token,
    balance,
    blockNumber,
  }: KnownInbox & {
    status: string
    failReason: string | null
    token?: Address
    /** In the smallest unit. */
    balance?: bigint | undefined
    blockNumber?: bigint | undefined
  }) => {
    const rest = balance ? ` But ${balance} of token ${token} wait there at block ${blockNumber}.` : ''
    return `For the inbox ${inbox} the service reports ${describeValue(status)}, and no fill.${rest}`
  },
  ({ balance }) => [
    ...(balance === 0n
      ? []
      : [
          'What lies in the inbox is not lost: claim it with fillproof claim, or refundTo of the terms takes it.',
        ]),
    'Follow the request to see whether the service refunds the deposit. The inbox stays open.',
  ],
) {}

/**
 * The service reports a fill, but the node of the destination chain does not show where the fill's money is. The node may lag, or
 * lack the transactions that the service names, or those transactions pay another account. Resume the same call: that deposits
 * nothing.
 */
export class InboxPaymentUnknownError extends /* @__PURE__ */ defineError(
  'InboxPaymentUnknownError',
  ({
    inbox,
  }: KnownInbox & {
    /** The fills that the service reports on the destination chain. */
    transactions: readonly Hex[]
    cause?: unknown
  }) =>
    `It is unknown whether the inbox ${inbox} was paid: the node does not show the fill, or what became of it.`,
  [
    'The node may lag: resume the same call later, or with another destinationClient. That deposits nothing.',
    'If the node has the transactions of the status, check whether they pay the inbox.',
  ],
) {}

/** The `call` passed to `payReceiver` differs from the object that `payReceiver` passed to `keep`. `field` names the difference. */
export class InboxCallError extends /* @__PURE__ */ defineError(
  'InboxCallError',
  ({ field, value, requirement }: { field: string; value: unknown; requirement: string }) =>
    `${field} of the call must be ${requirement}, found ${describeValue(value)}.`,
  'Pass the object that payReceiver passed to keep, unchanged or parsed from JSON.',
) {}

function list(failures: readonly CallFailure[]): string {
  return failures.map(({ check, name }) => `${check} (${name})`).join(', ')
}
