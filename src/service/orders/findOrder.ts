import type { Hex } from 'viem'
import { FillproofError } from '../../base/FillproofError.js'
import { toBytes, toRecord } from '../../base/values.js'
import { hashLegacyOrder } from '../../protocol/order/hashLegacyOrder.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import type { OrderData } from '../../protocol/order/types.js'

/** An order that the caller kept, with what its quote says of it. */
export type KeptOrder = {
  /** Recomputed. */
  orderId: Hex
  orderData: OrderData
  orderSignature?: Hex
  /** The requests that the quote says it is for; absent without a quote. */
  requestIds?: readonly Hex[]
}

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

/** Reads a kept order; undefined where the record holds none. */
export function readKeptOrder(record: unknown): KeptOrder | undefined {
  const fields = toRecord(record)
  if (!fields) return undefined
  const v2 = toRecord(toRecord(fields.protocol)?.v2) ?? fields
  const orderData = (toRecord(v2.orderData) ?? v2) as OrderData
  const orderSignature = toBytes(v2.orderSignature)
  const requestIds = Array.isArray(fields.steps) ? readRequestIds(fields.steps) : undefined
  try {
    return {
      orderId: hashOrder(orderData),
      orderData,
      ...(orderSignature && { orderSignature }),
      ...(requestIds && { requestIds }),
    }
  } catch (error) {
    if (error instanceof FillproofError) return undefined
    throw error
  }
}

function readRequestIds(steps: readonly unknown[]): Hex[] {
  const ids = steps.map((step) => toBytes(toRecord(step)?.requestId, [32]))
  return [...new Set(ids.filter((id) => id !== undefined))]
}
