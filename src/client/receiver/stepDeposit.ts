import type { Hash } from 'viem'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { Quote } from '../../service/resources/quoteV3.js'
import type { StepRequest, StepRun, Unverifiable } from '../../service/steps/types.js'

/** The part of a kept call that concerns the deposit. Every kind of call has it. */
export type DepositRecord = {
  /** The number of times that the call was stored. A store accepts only the next number, so that one of two processes stops. */
  revision: number
  /** The quote request. */
  request: Omit<StepRequest, 'amount' | 'txs'> & {
    amount: string
    txs?: { to: string; data: string; value: string }[]
  }
  /** The service's quote, with the order and its signature. */
  quote: Quote
  /** The progress of the quote's steps. */
  run: StepRun
  /** The limits that the quote was checked against. */
  bounds: {
    maximumAmountIn?: string
    minimumAmountOut?: string
    maximumDifference?: string
    allowUnverified?: readonly Unverifiable[]
  }
  /**
   * Where to look for the deposit that the wallet was asked for. Absent until the wallet is asked. If the account signs in this
   * process, `nonce` is the nonce of the deposit. An external wallet chooses its nonce itself.
   */
  deposit?: CallDeposit | undefined
}

/** A deposit that the wallet was asked for. */
export type CallDeposit = { fromBlock: string; nonce: number; isNonceFixed: boolean }

/** An event of the deposit of a call. */
export type DepositEvent =
  /** The caller stored the call. */
  | { type: 'kept' }
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

/**
 * Returns a call whose deposit changed by an event. Other events change nothing. The result is a new object: stored or shared
 * copies do not change.
 */
export function stepDeposit<call extends DepositRecord>(
  call: call,
  event: DepositEvent | { type: string },
): call {
  if (!isOfDeposit(event)) return { ...call }
  switch (event.type) {
    case 'kept':
      return { ...call, revision: call.revision + 1 }
    case 'ran':
      return { ...call, run: event.run }
    case 'depositAsked':
      return { ...call, deposit: event.deposit }
    case 'depositFound': {
      const { txHash } = event
      return {
        ...call,
        run: { ...othersOf(call), [placeOf(call)]: { state: 'done', ...(txHash && { txHash }) } },
      }
    }
    case 'depositFreed': {
      const { nonce = call.deposit?.nonce } = event
      const deposit = call.deposit && { ...call.deposit, nonce: nonce! }
      return { ...call, run: othersOf(call), ...(deposit && { deposit }) }
    }
    case 'depositDropped': {
      const { deposit: _, ...rest } = call
      return { ...(rest as call), run: othersOf(call) }
    }
  }
}

const types: Record<DepositEvent['type'], true> = {
  kept: true,
  ran: true,
  depositAsked: true,
  depositFound: true,
  depositFreed: true,
  depositDropped: true,
}

function isOfDeposit(event: { type: string }): event is DepositEvent {
  return Object.hasOwn(types, event.type)
}

/** The progress of the item that pays. */
export function entryOf(call: DepositRecord) {
  return call.run[placeOf(call)]
}

function placeOf({ quote }: DepositRecord): string {
  return findPayingStep(quote)!.path
}

function othersOf(call: DepositRecord): StepRun {
  const { [placeOf(call)]: _, ...others } = call.run
  return others
}
