import type { Hex } from 'viem'
import { hashLegacyOrder } from '../../protocol/order/hashLegacyOrder.js'
import { type KeptOrder, readKeptOrder } from './keptOrder.js'

/** The order, or why none was found. */
export type FoundOrder = { order: KeptOrder } | { problem: string }

export const noOrderListed = 'the service no longer lists orders; pass --order quote.json'

/**
 * Finds an order among quotes that the caller kept, by its recomputed hash.
 *
 * - Rule: each record is a quote, its `protocol.v2`, or its `orderData`; others are skipped. A record with a signature
 *   goes before one without.
 * - Trust: the id binds the order's terms, so that whoever kept it need not be trusted. A signature is not verified.
 */
export function findOrder(orderId: Hex, kept: Iterable<unknown>): FoundOrder {
  let found: KeptOrder | undefined
  let isLegacy = false
  for (const record of kept) {
    const order = readKeptOrder(record)
    if (!order) continue
    if (order.orderId === orderId.toLowerCase()) {
      if (order.orderSignature) return { order }
      found ??= order
    } else if (hashLegacyOrder(order.orderData) === orderId.toLowerCase()) {
      isLegacy = true
    }
  }
  if (found) return { order: found }
  return {
    problem: isLegacy
      ? 'the order has this id by a rule that ended about March 2026, which is not verified'
      : noOrderListed,
  }
}
