import { type Hex, zeroHash } from 'viem'
import { findEvidence } from '../../contract/findEvidence.js'
import { listAuthorizedCalls } from '../../contract/listAuthorizedCalls.js'
import type { ChainTransaction } from '../chainView.js'
import type { ServiceAnswer } from '../service.js'
import type { Outcome } from './judgeFill.js'
import { readSuffix } from './judgeSettlement.js'
import type { AskedService, JudgePaidFillParameters } from './parameters.js'
import type { Claim } from './toFinding.js'

/**
 * Checks whether a payment that the receiver returned was meant for an authorized call or an order.
 *
 * - Anyone can send a payment for a call that nothing authorizes, and gets it back. This alone is no contradiction.
 * - It is a contradiction if the call was authorized at any time, before or after. It is also a contradiction if the
 *   transaction's calldata ends with the id of an order that has this call.
 */
export async function judgeReturned(
  { fill, job, chain, service, store, findOrder }: JudgePaidFillParameters,
  transaction: ChainTransaction,
): Promise<{ requestId: Hex | null; outcomes: Outcome[] }> {
  const found = (requestId: Hex | null, message: string) => {
    const actual = `${fill.amount} to ${fill.recipient}`
    const claim: Claim = { kind: 'returned', expected: 'a payment to the recipient', actual, message }
    return { requestId, outcomes: [claim] }
  }
  const { id: callHash } = fill
  const authorized = `The call ${callHash} was authorized, and its payment was returned.`
  const [authorization] = await store.findAuthorizations({ callHashes: [callHash] })
  if (authorization) return found(readValue(await findRequest(service, authorization.id)), authorized)
  if (await chain.isAuthorized(callHash)) return found(null, authorized)
  const orderId = readSuffix(transaction)
  if (orderId === undefined || orderId === zeroHash) return nothing
  const shown = findEvidence({ ...job, transaction }).find(({ id, order }) => id === orderId && order)
  const kept = shown?.order ? { order: { orderData: shown.order } } : await findOrder(orderId)
  if ('problem' in kept) {
    const request = await findRequest(service, orderId)
    if ('value' in request && request.value === null) return nothing
    const reason = `the order: ${'problem' in request ? request.problem : kept.problem}`
    return { requestId: readValue(request), outcomes: [{ reason }] }
  }
  if (!listAuthorizedCalls({ ...job, ...kept.order }).includes(callHash)) return nothing
  const message = `The order ${orderId} pays with this call, and the payment was returned.`
  return found(readValue(await findRequest(service, orderId)), message)
}

const nothing = { requestId: null, outcomes: [] }

async function findRequest(service: AskedService, id: Hex): Promise<ServiceAnswer<Hex>> {
  const attestation = await service.readAttestation(id)
  if ('value' in attestation && attestation.value !== null) return { value: id }
  return service.findRequest(id)
}

function readValue(answer: ServiceAnswer<Hex>): Hex | null {
  return 'value' in answer ? answer.value : null
}
