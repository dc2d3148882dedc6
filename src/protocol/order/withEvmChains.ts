import type { OrderData } from './types.js'

/** No answer of the service can have it, as JSON has no symbols. */
const key = Symbol('evmChains')

/**
 * Names EVM chains that this version does not know, for one order.
 *
 * - Rule: an order that names an unknown chain is refused, as each virtual machine encodes addresses in its own way.
 *   `createServiceClient` does this for the chains of its profile, see `extendProfile`.
 * - Trust: the caller's word. JSON does not keep it: name the chains again for an order that was stored.
 *
 * @param orderData - {@link OrderData}, the quote's `protocol.v2.orderData`.
 * @param names - The chains' names in orders.
 * @returns A copy of the order, for every function that takes one.
 *
 * @example
 * import { hashOrder, withEvmChains } from 'fillproof'
 *
 * const orderData = {
 *   version: 'v1',
 *   solverChainId: 'base',
 *   solver: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
 *   salt: '0x01',
 *   inputs: [],
 *   output: { chainId: 'newchain', payments: [], calls: [], deadline: 1791082506, extraData: '0x' },
 *   fees: [],
 * }
 *
 * hashOrder(withEvmChains(orderData, ['newchain']))
 * // '0xbc12af42271206b220bed517bcf356a601cce7d10f9c3c8266ac7361049b355b'
 */
export function withEvmChains<order extends object = OrderData>(
  orderData: order,
  names: readonly string[],
): order {
  return { ...orderData, [key]: [...names] }
}

/** Reads the chains that were named for an order. */
export function readEvmChains(orderData: unknown): readonly string[] {
  return (orderData as { [key]?: readonly string[] } | null | undefined)?.[key] ?? []
}
