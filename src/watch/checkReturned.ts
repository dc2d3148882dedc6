import { type Hex, isAddressEqual } from 'viem'
import { decodeOrderCall } from '../order/decodeOrderCall.js'
import type { OrderCall } from '../order/encodeOrderCall.js'
import type { OrderData } from '../order/types.js'
import type { WatchChain } from './chain.js'
import { readSuffix } from './checkSettlement.js'
import { findEvidence } from './findEvidence.js'
import type { WatchService } from './service.js'
import type { FillTask, WatchJob, WatchStore } from './types.js'

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
 * - Rule: anyone can bring money for a call that nothing authorises, and gets it back. It is a contradiction where the
 *   call was authorised at any time, before or after, or where the transaction ends with the id of an order that has
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
    return { requestId, message: `The call ${callHash} was authorised, and its payment was returned.` }
  }
  if (await chain.isAuthorized(callHash)) {
    return { requestId: null, message: `The call ${callHash} was authorised, and its payment was returned.` }
  }
  const orderId = readSuffix(transaction)
  if (orderId === undefined) return { requestId: null }
  const order = await service.readOrder(orderId)
  if ('problem' in order) return { requestId: null, problem: `the order: ${order.problem}` }
  if (order.value === null || !hasCall(order.value, job, callHash)) return { requestId: null }
  const requestId = await findRequest(service, orderId)
  return { requestId, message: `The order ${orderId} pays with this call, and the payment was returned.` }
}

function hasCall({ output }: OrderData, { chainId, receiver }: WatchJob, callHash: Hex): boolean {
  return output.calls.some((call) => {
    const decoded = decode(call as Hex)
    if (!decoded || !isAddressEqual(decoded.to, receiver)) return false
    const { to, data: input } = decoded
    const found = findEvidence({ chainId, receiver, transaction: { to, input } })
    return found.some(({ id, functionName }) => functionName === 'payAuthorized' && id === callHash)
  })
}

function decode(call: Hex): OrderCall | undefined {
  try {
    return decodeOrderCall(call)
  } catch {
    return undefined
  }
}

async function findRequest(service: WatchService, id: Hex): Promise<Hex | null> {
  const attestation = await service.readAttestation(id)
  if ('value' in attestation && attestation.value !== null) return id
  const found = await service.findRequest(id)
  return 'value' in found ? found.value : null
}
