import type { Hex } from 'viem'
import { type KeptOrder, readKeptOrder } from './keptOrder.js'

/** The order, or the reason why none was found. */
export type FoundOrder = { order: KeptOrder } | { problem: string }

export const noOrderListed = 'the service no longer lists orders; pass --order quote.json'

/**
 * Finds an order among quotes that the caller kept. Recomputes the hash of each order and compares it with `orderId`.
 *
 * - Each record is a quote, its `protocol.v2`, or its `orderData`. Other records are skipped. A record with a signature is
 *   preferred to one without.
 * - Trust: the id binds the order's terms, so the keeper of the record need not be trusted. A signature is not verified.
 */
export function findOrder(orderId: Hex, kept: Iterable<unknown>): FoundOrder {
  let found: KeptOrder | undefined
  for (const record of kept) {
    const order = readKeptOrder(record)
    if (order?.orderId !== orderId.toLowerCase()) continue
    if (order.orderSignature) return { order }
    found ??= order
  }
  return found ? { order: found } : { problem: noOrderListed }
}
