import type { Address, Hex } from 'viem'
import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * The receiver did not accept the call that `payReceiver` followed: it returned `amount` of `token` to `refundTo`
 * in `transaction`, on the destination chain. The service reports a success. This happens when the receiver's
 * policy changes between deposit and fill. The same call can be authorized again, and paid by anyone who brings
 * the money.
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
          'Its authorization fell away between the deposit and the fill, by a change of the policy.',
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
 * The request ended, with `status` and `failReason`, and the receiver does not report the call as paid. After
 * `refund` the money is back on the origin chain.
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

/**
 * An earlier process asked the wallet for the call's deposit, and the wallet has pending transactions near
 * `nonce`, one of which may be that deposit. Nothing was sent again. Resume the same call when nothing is pending.
 */
export class DepositPendingError extends FillproofError<'DepositPendingError'> {
  readonly callHash: Hex
  /** Of the deposit, as far as it is known. */
  readonly nonce: number

  constructor({ callHash, nonce }: { callHash: Hex; nonce: number }) {
    super(
      'DepositPendingError',
      `The deposit for the call ${callHash} may be pending, as the wallet's transaction ${nonce} or one near it.`,
      { metaMessages: ['Wait until the wallet has no pending transactions, and go on with the same call.'] },
    )
    this.callHash = callHash
    this.nonce = nonce
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
