import type { Hex } from 'viem'
import { createNeed } from '../../base/createNeed.js'
import { FillproofError } from '../../base/FillproofError.js'
import { toBytes, toRecord } from '../../base/values.js'
import { OrderFieldError } from '../../protocol/order/errors.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import type { OrderData } from '../../protocol/order/types.js'
import type { KnownOrder } from '../../rules/happened/judgeOrder.js'
import { evmChainsOf, type NamedChains } from '../profile/evmChainsOf.js'

export type KeptOrder = KnownOrder

const need = createNeed(OrderFieldError)

/** Whether a record holds an order, not an attestation. */
export function holdsOrder(record: Record<string, unknown>): boolean {
  const { requestData, orderData, protocol, quote } = record
  return requestData === undefined && [orderData, protocol, quote].some((part) => part !== undefined)
}

/**
 * Finds the order in a record, and does not hash it. The record is a quote, a quote's `protocol.v2`, an order's `orderData`, or
 * the call that `payReceiver` keeps together with its quote.
 *
 * - If the record itself has an order, that order is used. A quote inside the record can't replace it.
 *
 * @throws {@link OrderFieldError} on a signature that is not hex, or an order of a version other than v1.
 */
export function unwrapOrder(record: Record<string, unknown>) {
  const hasOwn = record.protocol !== undefined || record.orderData !== undefined
  const quote = (hasOwn ? undefined : toRecord(record.quote)) ?? record
  const v2 = toRecord(toRecord(quote.protocol)?.v2) ?? quote
  const { orderData = quote, orderSignature } = v2
  const { version } = toRecord(orderData) ?? {}
  if (typeof version === 'string' && version !== 'v1') need(undefined, 'version', version, 'v1')
  return {
    quote,
    order: {
      orderData: orderData as OrderData,
      ...(orderSignature !== undefined &&
        orderSignature !== null && {
          orderSignature: need(
            toBytes(orderSignature),
            'orderSignature',
            orderSignature,
            'hex of whole bytes',
          ),
        }),
    },
  }
}

/**
 * Parses the same records as {@link unwrapOrder}.
 *
 * @param chains - Further EVM chains that the caller knows.
 * @throws {@link OrderFieldError} with the path of the first malformed field, or on an order of a version other than v1.
 */
export function parseKeptOrder(record: Record<string, unknown>, chains?: NamedChains): KeptOrder {
  const { quote, order } = unwrapOrder(record)
  const evmChains = evmChainsOf({ chains })
  return {
    orderId: hashOrder(order.orderData, { evmChains }),
    ...order,
    ...(evmChains.length > 0 && { evmChains }),
    ...(Array.isArray(quote.steps) && { requestIds: readRequestIds(quote.steps, quote.requestId) }),
  }
}

/** Reads a kept order. Undefined if the record holds none. */
export function readKeptOrder(record: unknown, chains?: NamedChains): KeptOrder | undefined {
  const fields = toRecord(record)
  if (!fields) return undefined
  try {
    return parseKeptOrder(fields, chains)
  } catch (error) {
    if (error instanceof FillproofError) return undefined
    throw error
  }
}

/** Reads the request ids of the steps. A step without an id has the quote's request id. */
function readRequestIds(steps: readonly unknown[], requestId: unknown): Hex[] {
  const ids = steps.map((step) => toBytes(toRecord(step)?.requestId || requestId, [32]))
  return [...new Set(ids.filter((id) => id !== undefined))]
}
