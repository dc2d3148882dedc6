import type { Hex } from 'viem'
import { listAuthorizedCalls } from '../../contract/listAuthorizedCalls.js'
import type { Transaction } from '../chain.js'
import type { WatchService } from '../service.js'
import { readSuffix } from './checkSettlement.js'
import type { CheckFillParameters } from './parameters.js'
import type { Outcome } from './rules.js'
import type { Claim } from './toFinding.js'

/**
 * Checks whether someone waits for a payment that was returned.
 *
 * - Rule: anyone can bring money for a call that nothing authorizes, and gets it back. It is a contradiction where the
 *   call was authorized at any time, before or after, or where the transaction ends with the id of an order that has
 *   this call.
 */
export async function checkReturned(
  { task: { fill }, job, chain, service, store }: CheckFillParameters,
  transaction: Transaction,
): Promise<{ requestId: Hex | null; outcomes: Outcome[] }> {
  const found = (requestId: Hex | null, message: string) => {
    const actual = `${fill.amount} to ${fill.recipient}`
    const claim: Claim = { kind: 'returned', expected: 'a payment to the recipient', actual, message }
    return { requestId, outcomes: [claim] }
  }
  const { id: callHash } = fill
  const authorized = `The call ${callHash} was authorized, and its payment was returned.`
  const [authorization] = await store.findAuthorizations({ callHashes: [callHash] })
  if (authorization) return found(await findRequest(service, authorization.id), authorized)
  if (await chain.isAuthorized(callHash)) return found(null, authorized)
  const orderId = readSuffix(transaction)
  const order = orderId === undefined ? { value: null } : await service.readOrder(orderId)
  if ('problem' in order) return { requestId: null, outcomes: [{ reason: `the order: ${order.problem}` }] }
  const calls = order.value ? listAuthorizedCalls({ ...job, orderData: order.value }) : []
  if (orderId === undefined || !calls.includes(callHash)) return { requestId: null, outcomes: [] }
  const message = `The order ${orderId} pays with this call, and the payment was returned.`
  return found(await findRequest(service, orderId), message)
}

async function findRequest(service: WatchService, id: Hex): Promise<Hex | null> {
  const attestation = await service.readAttestation(id)
  if ('value' in attestation && attestation.value !== null) return id
  const found = await service.findRequest(id)
  return 'value' in found ? found.value : null
}
