import type { Address, Hex } from 'viem'
import { defineError } from '../../base/defineError.js'
import { describeValue } from '../../base/describeValue.js'

/** A payment that a receiver returned. */
type Returned = {
  callHash: Hex
  /** The address that received the money. */
  refundTo: Address
  /** Zero for the native currency. */
  token: Address
  /** In the smallest unit. */
  amount: bigint
  /** On the destination chain. */
  transaction: Hex
}

/**
 * The receiver did not accept the call that `payReceiver` followed. It returned `amount` of `token` to `refundTo` in
 * `transaction`, on the destination chain. The service reports a success. This happens if a reorganization removed the
 * authorization. The same call can be authorized again, and paid by anyone who brings the money.
 */
export class PaymentReturnedError extends /* @__PURE__ */ defineError(
  'PaymentReturnedError',
  (error: Returned) =>
    `The call ${error.callHash} was not paid: ${error.amount} were returned to ${error.refundTo} in ${error.transaction}.`,
  [
    'The receiver no longer had the authorization: a reorganization removed it. Wait for more confirmations.',
    'The money is on the destination chain. The same call can be authorized again, and paid there.',
  ],
) {}

/**
 * The call was made before it was authorized, and the receiver returned `amount` of `token` to `refundTo` in `transaction`. A
 * solver could settle a deposit with that transaction and leave the call unpaid, so nothing was deposited. Give up this call and
 * open a new one, which has another salt.
 */
export class CallFilledEarlyError extends /* @__PURE__ */ defineError(
  'CallFilledEarlyError',
  (error: Returned) =>
    `The call ${error.callHash} was made before it was authorized: ${error.amount} were returned to ${error.refundTo} in ${error.transaction}.`,
  'Nothing was deposited, and nothing should be: open a new call, with another salt.',
) {}

function adviceAfter(status: string): string {
  if (status === 'success') {
    return 'The fill may have paid another account: check whether the transactions of the status pay the receiver.'
  }
  return status === 'refund'
    ? 'The service reports a refund: look for it on both chains. To pay, open a new call.'
    : 'Follow the request to see whether the service refunds the deposit.'
}

/**
 * The request ended, with `status` and `failReason`, and the receiver does not report the call as paid. A refund may come on
 * either chain, in another currency, less fees.
 */
export class CallNotPaidError extends /* @__PURE__ */ defineError(
  'CallNotPaidError',
  (error: {
    callHash: Hex
    /** The last status from the service, such as `refund`. */
    status: string
    failReason: string | null
  }) => `The call ${error.callHash} was not paid: the service reports ${describeValue(error.status)}.`,
  ({ status }) => [adviceAfter(status)],
) {}

/**
 * The request ended, and it is unknown whether the call was paid. The node of the destination chain does not answer, or lacks the
 * transactions that the service reported with `success`, or the service reported no transaction. Resume the same call:
 * `payReceiver` deposits nothing, and checks the receiver again.
 */
export class CallPaymentUnknownError extends /* @__PURE__ */ defineError(
  'CallPaymentUnknownError',
  (error: {
    callHash: Hex
    /** The last status from the service, such as `success`. */
    status: string
    /** The fills that the service reports on the destination chain. */
    transactions: readonly Hex[]
    cause?: unknown
  }) =>
    `It is unknown whether the call ${error.callHash} was paid: the service reports ${describeValue(error.status)}, and the node of the destination chain does not show it.`,
  ['The node may lag: resume the same call later, or with another destinationClient. That deposits nothing.'],
) {}

type KnownDeposit = {
  /** The hash of the call that is paid, or of the terms of the inbox. */
  callHash: Hex
  /** The wallet's next nonce at the time of the request. */
  nonce: number
  /** The block of the origin chain where the search started. */
  fromBlock: string
  /** The last block searched; undefined if no node answered, or nothing was searched. */
  block?: bigint | undefined
  /** The node's error, if the origin chain could not be read. */
  unread?: string | undefined
  cause?: unknown
}

/**
 * An earlier run requested the deposit from the wallet, and the wallet has pending transactions near `nonce`. One of them
 * may be that deposit. Nothing was sent again. Resume the same call when nothing is pending. If the wallet shows that the deposit
 * was dropped, resume it with `resend: true`.
 */
export class DepositPendingError extends /* @__PURE__ */ defineError(
  'DepositPendingError',
  ({ callHash, nonce }: KnownDeposit) =>
    `The deposit for the payment ${callHash} may be pending: look for a transaction of the wallet with the nonce ${nonce}, or one near it.`,
  [
    'Wait until the wallet has no pending transactions, then resume the same call.',
    'If the wallet shows that the deposit was dropped, resume the call with resend: true.',
  ],
) {}

/**
 * The wallet was asked for the deposit, and may have sent it. Either it answered with an error other than a refusal, or
 * the process ended before the answer. The origin chain shows no deposit of the order from `fromBlock` to `block`. A transaction
 * that the node does not show, such as one in a private mempool, may still be mined, so nothing was sent again. Check the wallet:
 *
 * - If it sent the deposit, resume the same call once the deposit is mined.
 * - If it never sent the deposit, or dropped it, resume the call with `resend: true`.
 * - If `unread` is set, the node of the origin chain could not be read: resume the call with another node. Until a node answers,
 *   `resend` has no effect.
 */
export class DepositUnknownError extends /* @__PURE__ */ defineError(
  'DepositUnknownError',
  ({ callHash, nonce, fromBlock, block, unread }: KnownDeposit) => {
    const seen =
      unread !== undefined
        ? `The origin chain could not be searched from block ${fromBlock} on: ${unread}`
        : block === undefined
          ? `The wallet was asked after block ${fromBlock}, and its next nonce was ${nonce}.`
          : `The origin chain shows no deposit in the blocks ${fromBlock} to ${block}, and none pending. The wallet's next nonce was ${nonce}.`
    return `It is unknown whether the wallet sent the deposit for the payment ${callHash}. ${seen}`
  },
  ({ unread }) =>
    unread === undefined
      ? [
          'Check the wallet. If it shows the deposit, resume the same call once the deposit is mined.',
          'If the wallet never sent the deposit, or dropped it, resume the call with resend: true. That deposits twice if the first deposit is mined later.',
        ]
      : [
          'Resume the same call with an originClient whose node answers eth_getLogs.',
          'Without that search, resend: true sends nothing, since the deposit may have been mined.',
        ],
) {}

/**
 * The `call` passed to `payReceiver` differs from the object that `payReceiver` passed to `keep`. `field` names the difference.
 */
export class ReceiverCallError extends /* @__PURE__ */ defineError(
  'ReceiverCallError',
  ({ field, value, requirement }: { field: string; value: unknown; requirement: string }) =>
    `${field} of the call must be ${requirement}, found ${describeValue(value)}.`,
  'Pass the object that payReceiver passed to keep, unchanged or parsed from JSON.',
) {}
