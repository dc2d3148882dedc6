import { type Address, decodeFunctionData, getAbiItem, type Hex, toFunctionSelector } from 'viem'
import { inboxReceiverAbi } from '../generated/abi/inboxReceiver.js'
import { hashInboxTerms } from '../protocol/inbox/hashInboxTerms.js'
import { hashSignedOrderProof } from '../protocol/order/hashSignedOrderProof.js'
import type { SignedOrderProof } from '../protocol/order/types.js'
import { type FindEvidenceParameters, findCalls } from './findEvidence.js'

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

const claimAbi = getAbiItem({ abi: inboxReceiverAbi, name: 'claim' })
const readers = new Map([[toFunctionSelector(claimAbi).slice(2), readClaim]])

/**
 * Finds the calls of `claim` in a transaction, as `findEvidence` finds other calls of the receiver.
 *
 * - Trust: the sender of the transaction wrote the calls. A call shows a claim only if its order id and its inbox hash are those
 *   in the receiver's event. They are the hashes of the order and of the terms.
 */
export function findClaims(parameters: FindEvidenceParameters): ClaimCall[] {
  return findCalls(parameters, readers)
}

function readClaim(data: Hex): ClaimCall {
  const { args } = decodeFunctionData({ abi: [claimAbi], data })
  const [inboxTerms, order, signature] = args
  const { token, recipient, minimum, deadline } = inboxTerms
  const { output } = order
  const promised = output.payments[0]?.minimumAmount ?? 0n
  return {
    orderId: hashSignedOrderProof(order as SignedOrderProof),
    inboxHash: hashInboxTerms(inboxTerms),
    signature,
    terms: {
      token,
      recipient,
      minimum: minimum > promised ? minimum : promised,
      deadline: Math.min(deadline, output.deadline),
    },
  }
}
