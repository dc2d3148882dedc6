import type { Hex } from 'viem'
import { OrderFieldError } from '../../protocol/order/errors.js'
import { hashOrderStruct } from '../../protocol/order/hashStructs.js'
import { parseOrder } from '../../protocol/order/parseOrder.js'
import type { Order } from '../../protocol/order/readOrderData.js'
import type { OrderChains, OrderData } from '../../protocol/order/types.js'

/** Reads an order of v1, the only version that the oracle accepts. @throws {@link OrderFieldError} */
export function readOrder(orderData: OrderData, chains: OrderChains): Order & { orderId: Hex } {
  const order = parseOrder(orderData, chains)
  if (order.version !== 'v1') {
    throw new OrderFieldError({ field: 'version', value: order.version, requirement: 'v1' })
  }
  return { ...order, orderId: hashOrderStruct('Order', order) }
}
