import type { Address } from 'viem'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import type { KeptOrder } from '../../service/orders/keptOrder.js'
import { type CheckOrderReturnType, checkDeadline, checkKeptOrderSignature } from './checkOrder.js'

/** Checks an order by itself, without the attestation of its request. */
export async function checkLoneOrder(
  order: KeptOrder,
  trusted: readonly Address[],
  now: number,
): Promise<CheckOrderReturnType> {
  const { orderId, orderSignature } = order
  const { deadline } = proveOrderOutput(order.orderData).output
  const report = { orderId, source: 'file', deadline } as const
  if (orderSignature === undefined) return { order: { ...report, evidence: 'none' }, checks: [] }
  const checks = await checkKeptOrderSignature(order, orderSignature, trusted)
  return { order: { ...report, evidence: 'signed' }, checks: [...checks, checkDeadline(deadline, now)] }
}
