import type { Address, Hex } from 'viem'
import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * The receiver did not accept the call that `payReceiver` followed: it returned `amount` of `token` to `refundTo`
 * in `transaction`, on the destination chain. The service reports a success. This happens where a reorganization took the
 * authorization away. The same call can be authorized again, and paid by anyone who brings the money.
 */
export class PaymentReturnedError extends FillproofError<'PaymentReturnedError'> {
  readonly callHash: Hex
  /** Who has the money now. */
  readonly refundTo: Address
  /** Zero for the native currency. */
  readonly token: Address
  /** In the smallest unit. */
  readonly amount: bigint
  /** On the destination chain. */
  readonly transaction: Hex

  constructor(parameters: {
    callHash: Hex
    refundTo: Address
    token: Address
    amount: bigint
    transaction: Hex
  }) {
    const { callHash, refundTo, amount, transaction } = parameters
    super(
      'PaymentReturnedError',
      `The call ${callHash} was not paid: ${amount} were returned to ${refundTo} in ${transaction}.`,
      {
        metaMessages: [
          'The receiver had no authorization of it: a reorganization took it away. Wait for more confirmations.',
          'The money is on the destination chain. The same call can be authorized again, and paid there.',
        ],
      },
    )
    this.callHash = callHash
    this.refundTo = refundTo
    this.token = parameters.token
    this.amount = amount
    this.transaction = transaction
  }
}

/**
 * The request ended, with `status` and `failReason`, and the receiver does not report the call as paid. A refund may come
 * on either chain, in another currency, less fees.
 */
export class CallNotPaidError extends FillproofError<'CallNotPaidError'> {
  readonly callHash: Hex
  /** The service's last word, such as `refund`. */
  readonly status: string
  readonly failReason: string | null

  constructor({
    callHash,
    status,
    failReason,
  }: {
    callHash: Hex
    status: string
    failReason: string | null
  }) {
    super(
      'CallNotPaidError',
      `The call ${callHash} was not paid: the service says ${describeValue(status)}.`,
      {
        metaMessages: [
          status === 'success'
            ? 'A fill that pays another account is not a payment: compare the transactions of the status with the receiver.'
            : 'The service refunds what it does not fill; follow the request for it.',
        ],
      },
    )
    this.callHash = callHash
    this.status = status
    this.failReason = failReason
  }
}

type KnownDeposit = {
  callHash: Hex
  /** The wallet's next one when it was asked. */
  nonce: number
  /** From where on the origin chain was searched. */
  fromBlock: string
  /** Up to where; undefined where no node answered, or it was not searched. */
  block?: bigint | undefined
  cause?: unknown
}

/**
 * The wallet was asked for the call's deposit before, and it has pending transactions near `nonce`, one of which may be that
 * deposit. Nothing was sent again. Resume the same call when nothing is pending; if the wallet shows that the deposit was
 * dropped, resume it with `resend: true`.
 */
export class DepositPendingError extends FillproofError<'DepositPendingError'> {
  readonly callHash: Hex
  /** Of the deposit, as far as it is known. */
  readonly nonce: number

  constructor({ callHash, nonce, cause }: KnownDeposit) {
    super(
      'DepositPendingError',
      `The deposit for the call ${callHash} may be pending, as the wallet's transaction ${nonce} or one near it.`,
      {
        cause,
        metaMessages: [
          'Wait until the wallet has no pending transactions, and go on with the same call.',
          'If you see in the wallet that the deposit was dropped, go on with resend: true.',
        ],
      },
    )
    this.callHash = callHash
    this.nonce = nonce
  }
}

/**
 * The wallet was asked for the call's deposit, and nothing tells whether it sent it: it answered with another error than a
 * refusal, or the process ended before the answer, and the origin chain shows no deposit of the order from `fromBlock` to
 * `block`. A transaction that the node does not show, as of a private mempool, may still be mined, so nothing was sent again.
 * Look into the wallet. If it sent the deposit, resume the same call when that is mined. If it never sent it, or dropped it,
 * resume the call with `resend: true`.
 */
export class DepositUnknownError extends FillproofError<'DepositUnknownError'> {
  readonly callHash: Hex
  /** The wallet's next one when it was asked. */
  readonly nonce: number
  readonly fromBlock: string
  /** Up to where the deposit was searched; undefined where no node answered, or it was not searched. */
  readonly block: bigint | undefined

  constructor({ callHash, nonce, fromBlock, block, cause }: KnownDeposit) {
    const seen =
      block === undefined
        ? `It was asked after block ${fromBlock}, when its next transaction was ${nonce}.`
        : `The origin chain has none in the blocks ${fromBlock} to ${block}, and shows none pending; the wallet's next transaction was ${nonce}.`
    super(
      'DepositUnknownError',
      `Whether the wallet sent the deposit for the call ${callHash} is not known. ${seen}`,
      {
        cause,
        metaMessages: [
          'Look into the wallet. If it shows the deposit, go on with the same call when it is mined.',
          'If it never sent it, or dropped it, go on with resend: true. While the first may be mined, that can deposit twice.',
        ],
      },
    )
    this.callHash = callHash
    this.nonce = nonce
    this.fromBlock = fromBlock
    this.block = block
  }
}

/**
 * The `call` passed to `payReceiver` differs from the one it passed to `keep`. `field` names the difference.
 */
export class ReceiverCallError extends FillproofError<'ReceiverCallError'> {
  readonly field: string
  readonly value: unknown

  constructor({ field, value, requirement }: { field: string; value: unknown; requirement: string }) {
    super(
      'ReceiverCallError',
      `${field} of the call must be ${requirement}, found ${describeValue(value)}.`,
      {
        metaMessages: ['Pass what payReceiver handed to keep, as it was, or parsed from JSON.'],
      },
    )
    this.field = field
    this.value = value
  }
}
