import type { Hex } from 'viem'
import { listAuthorizedCalls } from '../../contract/listAuthorizedCalls.js'
import type { WatchChain } from '../chain.js'
import type { WatchService } from '../service.js'
import type { FillTask, WatchJob, WatchStore } from '../types.js'
import { readSuffix } from './checkSettlement.js'

export type CheckReturnedParameters = {
  task: FillTask
  job: WatchJob
  chain: WatchChain
  service: WatchService
  store: Pick<WatchStore, 'findAuthorizations'>
  transaction: { input: Hex }
}

export type CheckReturnedReturnType = {
  requestId: Hex | null
  /** Why the payment should not have been returned; undefined where anyone may have caused it. */
  message?: string
  /** What could not be checked. */
  problem?: string
}

/**
 * Tells whether a payment was returned that somebody waits for.
 *
 * - Rule: anyone can bring money for a call that nothing authorizes, and gets it back. It is a contradiction where the
 *   call was authorized at any time, before or after, or where the transaction ends with the id of an order that has
 *   this call.
 */
export async function checkReturned({
  task,
  job,
  chain,
  service,
  store,
  transaction,
}: CheckReturnedParameters): Promise<CheckReturnedReturnType> {
  const { id: callHash } = task.fill
  const [authorization] = await store.findAuthorizations({ callHashes: [callHash] })
  if (authorization) {
    const requestId = await findRequest(service, authorization.id)
    return { requestId, message: `The call ${callHash} was authorized, and its payment was returned.` }
  }
  if (await chain.isAuthorized(callHash)) {
    return { requestId: null, message: `The call ${callHash} was authorized, and its payment was returned.` }
  }
  const orderId = readSuffix(transaction)
  if (orderId === undefined) return { requestId: null }
  const order = await service.readOrder(orderId)
  if ('problem' in order) return { requestId: null, problem: `the order: ${order.problem}` }
  const { value: orderData } = order
  const { chainId, receiver } = job
  if (!orderData || !listAuthorizedCalls({ orderData, chainId, receiver }).includes(callHash)) {
    return { requestId: null }
  }
  const requestId = await findRequest(service, orderId)
  return { requestId, message: `The order ${orderId} pays with this call, and the payment was returned.` }
}

async function findRequest(service: WatchService, id: Hex): Promise<Hex | null> {
  const attestation = await service.readAttestation(id)
  if ('value' in attestation && attestation.value !== null) return id
  const found = await service.findRequest(id)
  return 'value' in found ? found.value : null
}
