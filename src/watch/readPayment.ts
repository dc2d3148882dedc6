import { type Address, type Hex, zeroAddress } from 'viem'
import { createNeed } from '../base/createNeed.js'
import { ContractOptionError } from '../contract/errors.js'
import { readOptions } from '../contract/readOptions.js'
import { locateInbox } from '../protocol/inbox/computeInboxAddress.js'
import type { FillEvent } from './types.js'

export type ReadPaymentParameters = { receiver: Address } & (
  | { eventName: 'FillAccepted'; args: ReadPaymentReturnType }
  | { eventName: 'PaymentReturned'; args: Amount & { callHash: Hex; refundTo: Address; payer: Address } }
  | { eventName: 'InboxRefunded'; args: Amount & { inboxHash: Hex; to: Address } }
)

type Amount = Pick<FillEvent, 'token' | 'amount'>

export type ReadPaymentReturnType = Pick<
  FillEvent,
  'id' | 'recipient' | 'solver' | 'payer' | 'token' | 'amount'
>

/**
 * Reads the payment of a receiver's event: a fill, a payment that the receiver returned, or a refund of an inbox.
 *
 * @param parameters - {@link ReadPaymentParameters}
 * @returns {@link ReadPaymentReturnType}
 * @throws `ContractOptionError` for an option of a wrong type.
 *
 * @example
 * import { readPayment } from 'fillproof/watch'
 * import { zeroAddress, zeroHash } from 'viem'
 *
 * readPayment({
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   eventName: 'PaymentReturned',
 *   args: {
 *     callHash: zeroHash,
 *     refundTo: '0x1111111111111111111111111111111111111111',
 *     payer: '0x2222222222222222222222222222222222222222',
 *     token: zeroAddress,
 *     amount: 5n,
 *   },
 * }).recipient
 * // '0x1111111111111111111111111111111111111111'
 */
export function readPayment(parameters: ReadPaymentParameters): ReadPaymentReturnType {
  const { receiver, ...event } = readOptions(parameters, 'receiver', 'eventName', 'args')
  if (event.eventName === 'FillAccepted')
    return readOptions(event.args, 'id', 'recipient', 'solver', ...common)
  if (event.eventName === 'PaymentReturned') {
    const {
      callHash: id,
      refundTo: recipient,
      ...rest
    } = readOptions(event.args, ...(['callHash', 'refundTo', ...common] as const))
    return { id, recipient, solver: zeroAddress, ...rest }
  }
  need(
    event.eventName === 'InboxRefunded' || undefined,
    'eventName',
    event.eventName,
    'an event of a payment',
  )
  const {
    inboxHash: id,
    to: recipient,
    token,
    amount,
  } = readOptions(event.args, ...(['inboxHash', 'to', 'token', 'amount'] as const))
  return { id, recipient, solver: zeroAddress, payer: locateInbox(receiver, id), token, amount }
}

const common = ['payer', 'token', 'amount'] as const
const need = createNeed(ContractOptionError)
