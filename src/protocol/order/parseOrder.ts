import { allAddresses } from './encodeChainAddress.js'
import { type Order, readOrderData } from './readOrderData.js'
import type { OrderChains } from './types.js'

/** Reads `protocol.v2.orderData` with addresses of every machine. */
export function parseOrder(orderData: unknown, chains: OrderChains = {}): Order {
  return readOrderData(orderData, chains, allAddresses)
}
