import { type Address, decodeFunctionData, getAbiItem, type Hex, toFunctionSelector } from 'viem'
import { inboxReceiverAbi } from '../generated/abi/inboxReceiver.js'
import { hashInboxTerms } from '../protocol/inbox/hashInboxTerms.js'
import { type FindEvidenceParameters, findCalls } from './findEvidence.js'

/** A refund of an inbox, as decoded from a transaction. */
export type RefundCall = {
  inboxHash: Hex
  terms: { token: Address; refundTo: Address; deadline: number }
}

const refundAbi = getAbiItem({ abi: inboxReceiverAbi, name: 'refund' })
const readers = new Map([[toFunctionSelector(refundAbi).slice(2), readRefund]])

/**
 * Finds the calls of `refund` in a transaction, as `findEvidence` finds other calls of the receiver.
 *
 * - Trust: the sender of the transaction wrote the calls. The terms of a call are those of a refund if `inboxHash` is the hash in
 *   the receiver's event. It is the hash of the terms.
 */
export function findRefunds(parameters: FindEvidenceParameters): RefundCall[] {
  return findCalls(parameters, readers)
}

function readRefund(data: Hex): RefundCall {
  const { args } = decodeFunctionData({ abi: [refundAbi], data })
  const [inboxTerms] = args
  const { token, refundTo, deadline } = inboxTerms
  return { inboxHash: hashInboxTerms(inboxTerms), terms: { token, refundTo, deadline } }
}
