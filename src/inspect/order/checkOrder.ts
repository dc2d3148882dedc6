import type { Address, Hex } from 'viem'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import { verifyOrderSignature } from '../../protocol/order/verifyOrderSignature.js'
import type { ServiceRecord } from '../fetchRecord.js'
import type { GivenOrder } from '../../cli/verify/readOrderFile.js'

/** A check of an order; `message` says why it failed. */
export type OrderCheck = {
  name: 'orderId' | 'orderSignature' | 'orderSolver' | 'deadline'
  ok: boolean
  expected?: unknown
  actual?: unknown
  message?: string
}

/** An order, and what makes it the solver's word. */
export type OrderReport = {
  orderId: Hex
  source: 'file' | 'service'
  /** `attested`: the requestId is its id. `signed`: the solver signed the order itself. `none`: somebody's word. */
  evidence: 'attested' | 'signed' | 'none'
  /** Unix seconds. */
  deadline: number
}

export type CheckOrderParameters = {
  requestId: Hex
  /** Who signed the attestation. */
  signer: Address | null
  trusted: readonly Address[]
  order: GivenOrder
  source: OrderReport['source']
  record: ServiceRecord | undefined
  /** Unix seconds. */
  now: number
}

/**
 * Holds an order to the request.
 *
 * - Rule: the order's id is the requestId, or else the solver signed the order, and the quote or the service's record
 *   says that it is of this request. An order of which the service says only that is no evidence: it gets no checks.
 * - Trust: only the solver's word counts, except in that a signed order belongs to the request: that is the quote's or
 *   the service's.
 */
export async function checkOrder(
  parameters: CheckOrderParameters,
): Promise<{ order: OrderReport; checks: OrderCheck[] }> {
  const { requestId, order, source, record } = parameters
  const { solver, output } = proveOrderOutput(order.orderData)
  const orderId = hashOrder(order.orderData)
  const report = { orderId, source, deadline: output.deadline }
  const deadline = checkDeadline(output.deadline, parameters.now)
  const ids = { expected: orderId, actual: requestId }
  if (orderId === requestId) {
    const checks: OrderCheck[] = [
      { name: 'orderId', ok: true, ...ids },
      checkSolver(solver, parameters.signer),
    ]
    return { order: { ...report, evidence: 'attested' }, checks: [...checks, deadline] }
  }
  const isRecorded = record?.orderId === orderId
  if (order.orderSignature !== undefined) {
    const isOfRequest = isRecorded || order.requestIds?.includes(requestId) === true
    const message = order.requestIds
      ? `The quote is of ${order.requestIds.join(', ') || 'no request'}, and not of ${requestId}.`
      : 'Nothing says that this order is of this request: give the whole quote.'
    const checks: OrderCheck[] = [
      { name: 'orderId', ok: isOfRequest, ...ids, ...(!isOfRequest && { message }) },
      ...(await checkSignature(order, order.orderSignature, parameters.trusted)),
    ]
    return { order: { ...report, evidence: 'signed' }, checks: [...checks, deadline] }
  }
  const isWordOfService = source === 'service' && isRecorded
  const message =
    `requestId is ${requestId}, but the order hashes to ${orderId}` +
    (isRecorded ? ', and the file has no orderSignature to prove it.' : '.')
  const checks: OrderCheck[] = isWordOfService ? [] : [{ name: 'orderId', ok: false, ...ids, message }]
  return { order: { ...report, evidence: 'none' }, checks }
}

/** A receiver asks that the order's solver is who signed. */
function checkSolver(solver: Address, signer: Address | null): OrderCheck {
  const name = 'orderSolver'
  if (solver === signer) return { name, ok: true, expected: solver, actual: signer }
  const message = `The order names the solver ${solver}, and ${signer ?? 'nobody'} signed.`
  return { name, ok: false, expected: solver, actual: signer, message }
}

async function checkSignature(
  { orderData }: GivenOrder,
  signature: Hex,
  solver: readonly Address[],
): Promise<OrderCheck[]> {
  const { checks } = await verifyOrderSignature({ orderData, signature, solver })
  const failed = checks.find(({ name, ok }) => name !== 'orderSolver' && !ok)
  const own = checks.filter(({ name }) => name === 'orderSolver') as OrderCheck[]
  const who = checks.find(({ name }) => name === 'solver')
  const { expected, actual } = who ?? {}
  return [
    {
      name: 'orderSignature',
      ok: !failed,
      expected,
      actual,
      ...(failed?.message && { message: failed.message }),
    },
    ...own,
  ]
}

function checkDeadline(deadline: number, now: number): OrderCheck {
  const check = { name: 'deadline', expected: deadline, actual: now } as const
  if (now <= deadline) return { ...check, ok: true }
  return { ...check, ok: false, message: `The order expired at ${deadline}, and now is ${now}.` }
}
