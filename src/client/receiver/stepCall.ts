import type { Hash } from 'viem'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { StepRun } from '../../service/steps/types.js'
import type { ReceiverCall } from './receiverCall.js'

/** A deposit that the wallet was asked for. */
export type CallDeposit = NonNullable<ReceiverCall['deposit']>

/** What happened to a call. */
export type CallEvent =
  /** The caller stored it. */
  | { type: 'kept' }
  /** The receiver has a usable authorization that is deep enough. */
  | { type: 'authorized' }
  /** The progress of the quote's steps. */
  | { type: 'ran'; run: StepRun }
  /** The wallet is about to be asked for the deposit, with this nonce if the account signs here. */
  | { type: 'depositAsked'; deposit: CallDeposit }
  /**
   * The chain or the service shows the deposit. Or the receiver shows the payment, although no deposit transaction was reported.
   */
  | { type: 'depositFound'; txHash?: Hash | undefined }
  /** A second deposit can't be made: the same nonce is used again, or the caller states that the first was dropped. */
  | { type: 'depositFreed'; nonce?: number }
  /** No deposit was made, and none will be. */
  | { type: 'depositDropped' }
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
  const next = { ...call, state: callMoves[event.type]?.[call.state] ?? call.state }
  switch (event.type) {
    case 'kept':
      return { ...next, revision: call.revision + 1 }
    case 'ran':
      return { ...next, run: event.run }
    case 'depositAsked':
      return { ...next, deposit: event.deposit }
    case 'depositFound': {
      const { txHash } = event
      return {
        ...next,
        run: { ...othersOf(call), [placeOf(call)]: { state: 'done', ...(txHash && { txHash }) } },
      }
    }
    case 'depositFreed': {
      const { nonce = call.deposit?.nonce } = event
      const deposit = call.deposit && { ...call.deposit, nonce: nonce! }
      return { ...next, run: othersOf(call), ...(deposit && { deposit }) }
    }
    case 'depositDropped': {
      const { deposit: _, ...rest } = next
      return { ...rest, run: othersOf(call) }
    }
    default:
      return next
  }
}

/** The progress of the item that pays. */
export function entryOf(call: ReceiverCall) {
  return call.run[placeOf(call)]
}

function placeOf({ quote }: ReceiverCall): string {
  return findPayingStep(quote)!.path
}

function othersOf(call: ReceiverCall): StepRun {
  const { [placeOf(call)]: _, ...others } = call.run
  return others
}

function from(next: ReceiverCall['state']) {
  return { quoted: next, authorized: next, depositing: next, paid: next, returned: next, notPaid: next }
}
