import type { Hex } from 'viem'
import { findOrder, noOrderListed } from '../../service/orders/findOrder.js'
import { type KeptOrder, readKeptOrder } from '../../service/orders/keptOrder.js'
import type { ServiceRecord } from '../service/fetchRecord.js'
import type { OrderFile } from './givenOrder.js'

/** The order to check, or the reason why there is none. */
export type SelectedOrder = { order: KeptOrder } | { problem: string }

/**
 * Selects the order of a request. If the caller gave an order, it is that order. Otherwise it is the stored quote that names the
 * request, or whose order hash is the request id or the record's order id.
 */
export function selectOrder(
  requestId: Hex,
  { order, kept = [] }: OrderFile,
  record: ServiceRecord | undefined,
): SelectedOrder {
  if (order) return { order }
  const named = kept
    .map((record) => readKeptOrder(record))
    .find((one) => one?.requestIds?.includes(requestId))
  const ids = [requestId, record?.orderId, named?.orderId].filter((id) => id !== undefined)
  const answers = ids.map((id) => findOrder(id, kept))
  const found = answers.find((answer) => 'order' in answer)
  if (found) return found
  const problems = answers.flatMap((answer) => ('problem' in answer ? [answer.problem] : []))
  return { problem: problems.find((problem) => problem !== noOrderListed) ?? noOrderListed }
}
