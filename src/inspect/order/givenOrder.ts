import type { Hex } from 'viem'
import { createNeed } from '../../base/createNeed.js'
import { toBytes, toRecord, toUint256 } from '../../base/values.js'
import { OrderFieldError } from '../../protocol/order/errors.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import type { OrderData } from '../../protocol/order/types.js'
import { TermsFieldError } from '../../protocol/registrar/errors.js'
import { toContractTerms } from '../../protocol/registrar/toContractTerms.js'
import type { RegisteredTerms } from '../../protocol/registrar/types.js'

/** An order, with what its quote says about it. */
export type GivenOrder = {
  orderData: OrderData
  orderSignature?: Hex | undefined
  /** The requests that the quote names; undefined without a quote. */
  requestIds?: readonly Hex[] | undefined
}

/** Terms that a registrar signed. */
export type GivenTerms = { terms: RegisteredTerms; termsSignature: Hex }

/** One of the three; `kept` are quotes to search. */
export type OrderFile = { order?: GivenOrder; terms?: GivenTerms; kept?: readonly unknown[] }

const needOrder = createNeed(OrderFieldError)
const needTerms = createNeed(TermsFieldError)

/**
 * Reads a quote, its `protocol.v2`, its `orderData` alone, or a registrar's `{terms, termsSignature}` with amounts as
 * decimal strings.
 *
 * @throws {@link FillproofError} that names the field.
 */
export function parseOrderFile(record: Record<string, unknown>): OrderFile {
  if (record.terms !== undefined) return { terms: readTerms(record) }
  const order = readOrder(record)
  // Throws where the order is malformed.
  hashOrder(order.orderData)
  return { order }
}

function readOrder(record: Record<string, unknown>): GivenOrder {
  const protocol = toRecord(toRecord(record.protocol)?.v2) ?? record
  const { orderData = record, orderSignature } = protocol
  return {
    orderData: orderData as OrderData,
    orderSignature:
      orderSignature === undefined || orderSignature === null
        ? undefined
        : needOrder(toBytes(orderSignature), 'orderSignature', orderSignature, 'hex of whole bytes'),
    requestIds: Array.isArray(record.steps) ? readRequestIds(record.steps) : undefined,
  }
}

function readRequestIds(steps: readonly unknown[]): Hex[] {
  const ids = steps.map((step) => toBytes(toRecord(step)?.requestId, [32]))
  return [...new Set(ids.filter((id) => id !== undefined))]
}

function readTerms({ terms: given, termsSignature }: Record<string, unknown>): GivenTerms {
  const { minimum, maximum, ...rest } = toRecord(given) ?? {}
  const terms = {
    ...rest,
    minimum: toUint256(minimum),
    ...(maximum !== undefined && { maximum: toUint256(maximum) }),
  } as RegisteredTerms
  toContractTerms(terms)
  return {
    terms,
    termsSignature: needTerms(
      toBytes(termsSignature),
      'termsSignature',
      termsSignature,
      'hex of whole bytes',
    ),
  }
}
