import { type DepositEvent, stepDeposit } from '../receiver/stepDeposit.js'
import type { InboxCall, QuotedInboxCall } from './inboxCall.js'

/** An event of an inbox payment. */
export type InboxEvent =
  | DepositEvent
  /** The service quoted the payment, and every check passed. */
  | ({ type: 'quoted' } & Pick<
      QuotedInboxCall,
      'quote' | `quoted${'AtBlock' | 'Balance' | 'Claims'}` | 'evidence'
    >)
  /** Another order opens the inbox from now on. */
  | { type: 'keyed'; evidence: NonNullable<InboxCall['evidence']> }
  /** The deposit address is about to be shown. */
  | { type: 'addressShown' }
  /** The chain shows the fill, or other money that came to a deposit address's inbox. */
  | { type: 'filled'; fill: NonNullable<InboxCall['fill']> }
  /** Claims took all of the money that was in the inbox after the fill. */
  | { type: 'claimed' }
  /** The inbox was refunded after the fill. */
  | { type: 'refunded' }
  /** The request ended without a fill. */
  | { type: 'notFilled' }

/** The states that events lead to. Other events leave the state unchanged. */
export const inboxMoves: {
  [type in InboxEvent['type']]?: { [state in InboxCall['state']]?: InboxCall['state'] }
} = {
  quoted: { opened: 'quoted' },
  addressShown: { quoted: 'depositing' },
  depositAsked: { quoted: 'depositing', notFilled: 'depositing' },
  depositDropped: { depositing: 'quoted', notFilled: 'quoted' },
  filled: {
    quoted: 'filled',
    depositing: 'filled',
    claimed: 'filled',
    refunded: 'filled',
    notFilled: 'filled',
  },
  claimed: { filled: 'claimed' },
  refunded: { filled: 'refunded' },
  notFilled: { quoted: 'notFilled', depositing: 'notFilled' },
}

/** Returns a payment after an event. The result is a new object: stored or shared copies do not change. */
export function stepInbox(call: InboxCall, event: InboxEvent): InboxCall {
  const state = inboxMoves[event.type]?.[call.state] ?? call.state
  switch (event.type) {
    case 'quoted': {
      const { type: _, ...quoted } = event
      // A quote is never replaced after the first one, since a deposit for it may have been made.
      return call.state === 'opened' ? { ...call, ...quoted, state } : { ...call }
    }
    case 'keyed':
      return { ...call, evidence: event.evidence, state }
    case 'filled':
      return { ...call, fill: event.fill, state }
    default:
      return { ...stepDeposit(call as QuotedInboxCall, event), state }
  }
}
