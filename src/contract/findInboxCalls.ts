import { type AbiFunction, type Address, getAbiItem, type Hex } from 'viem'
import { inboxReceiverAbi as abi } from '../generated/abi/inboxReceiver.js'
import { hashInboxTerms } from '../protocol/inbox/hashInboxTerms.js'
import type { InboxTerms } from '../protocol/inbox/inboxTerms.js'
import { hashSignedOrderProof } from '../protocol/order/hashSignedOrderProof.js'
import type { SignedOrderProof } from '../protocol/order/types.js'
import { type FindEvidenceParameters, findCalls, readerOf } from './findEvidence.js'

/** A claim of an inbox, as decoded from a transaction. */
export type ClaimCall = {
  /** The order that the claim presents. A solver may have paid the inbox for another order. */
  orderId: Hex
  inboxHash: Hex
  /** The signature over the order id. */
  signature: Hex
  /** The terms of the claim. Of the order and the inbox, the larger minimum and the earlier deadline apply. */
  terms: { token: Address; recipient: Address; minimum: bigint; deadline: number }
}

/** A refund of an inbox, as decoded from a transaction. */
export type RefundCall = { inboxHash: Hex; terms: { token: Address; refundTo: Address; deadline: number } }

const claims = new Map([readerOf(getAbiItem({ abi, name: 'claim' }) as AbiFunction, readClaim)])
const refunds = new Map([readerOf(getAbiItem({ abi, name: 'refund' }) as AbiFunction, readRefund)])

/**
 * Finds the calls of `claim` in a transaction, as `findEvidence` finds other calls of the receiver.
 *
 * - Trust: the sender of the transaction wrote the calls. A call is the one of an event only if its hashes are those in the
 *   receiver's event: they are the hashes of the order and of the terms.
 */
export const findClaims = (parameters: FindEvidenceParameters): ClaimCall[] => findCalls(parameters, claims)

/** Finds the calls of `refund`, as {@link findClaims} does. */
export const findRefunds = (parameters: FindEvidenceParameters): RefundCall[] =>
  findCalls(parameters, refunds)

function readClaim(args: readonly unknown[]): ClaimCall {
  const [inboxTerms, order, signature] = args as [InboxTerms, SignedOrderProof, Hex]
  const { token, recipient, minimum, deadline } = inboxTerms
  const promised = order.output.payments[0]?.minimumAmount ?? 0n
  return {
    orderId: hashSignedOrderProof(order),
    inboxHash: hashInboxTerms(inboxTerms),
    signature,
    terms: {
      token,
      recipient,
      minimum: minimum > promised ? minimum : promised,
      deadline: Math.min(deadline, order.output.deadline),
    },
  }
}

function readRefund([inboxTerms]: readonly unknown[]): RefundCall {
  const { token, refundTo, deadline } = inboxTerms as InboxTerms
  return { inboxHash: hashInboxTerms(inboxTerms as InboxTerms), terms: { token, refundTo, deadline } }
}
