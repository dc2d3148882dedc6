import type { Hex } from 'viem'
import { findOrder } from '../../service/orders/findOrder.js'
import { type KeptOrder, readKeptOrder } from '../../service/orders/keptOrder.js'
import type { FindOrder } from '../../watch/judge/parameters.js'
import { UsageError } from '../errors.js'
import { listOrderFiles, readRecords } from './readRecords.js'

/**
 * Opens the quotes at the path of `--order`. The returned function also finds quotes that are written later.
 *
 * @throws {@link UsageError}
 */
export async function openOrders(path: string | undefined): Promise<FindOrder> {
  if (path === undefined) return async (orderId) => findOrder(orderId, [])
  const versions = new Map<string, string>()
  const orders = new Map<Hex, KeptOrder>()

  function add(order: KeptOrder): void {
    if (orders.get(order.orderId)?.orderSignature) return
    orders.set(order.orderId, order)
  }

  async function readNew(): Promise<void> {
    const { files } = await listOrderFiles(path!)
    for (const file of files) {
      const { path, version } = file
      if (versions.get(path) === version) continue
      const records = await readRecords(file)
      for (const order of records.map((record) => readKeptOrder(record))) if (order) add(order)
      versions.set(path, version)
    }
  }

  const find = (orderId: Hex) => {
    const order = orders.get(orderId)
    return findOrder(orderId, order ? [order] : [])
  }
  await readNew()
  return async (orderId) => {
    const found = find(orderId)
    if ('order' in found) return found
    try {
      await readNew()
    } catch (error) {
      if (error instanceof UsageError) return { problem: error.shortMessage }
      throw error
    }
    return find(orderId)
  }
}
