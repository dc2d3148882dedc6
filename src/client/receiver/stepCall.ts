import type { ReceiverCall } from './receiverCall.js'
import { type DepositEvent, stepDeposit } from './stepDeposit.js'

/** What happened to a call. */
export type CallEvent =
  | DepositEvent
  /** The receiver has a usable authorization that is deep enough. */
  | { type: 'authorized' }
  /** The receiver reports the call as paid. */
  | { type: 'paid' }
  /** The receiver returned the money of the fill. */
  | { type: 'returned' }
  /** The request ended, and the receiver shows no payment. */
  | { type: 'notPaid' }

/** The states that events lead to. Other events leave the state unchanged. */
export const callMoves: {
  [type in CallEvent['type']]?: { [state in ReceiverCall['state']]?: ReceiverCall['state'] }
} = {
  authorized: { quoted: 'authorized' },
  depositAsked: from('depositing'),
  depositDropped: { depositing: 'authorized', notPaid: 'authorized', returned: 'authorized' },
  paid: from('paid'),
  returned: from('returned'),
  notPaid: from('notPaid'),
}

/** Returns a call after an event. The result is a new object: stored or shared copies do not change. */
export function stepCall(call: ReceiverCall, event: CallEvent): ReceiverCall {
  return { ...stepDeposit(call, event), state: callMoves[event.type]?.[call.state] ?? call.state }
}

function from(next: ReceiverCall['state']) {
  return { quoted: next, authorized: next, depositing: next, paid: next, returned: next, notPaid: next }
}
