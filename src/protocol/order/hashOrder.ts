import type { Hex } from 'viem'
import type { OrderFieldError, UnknownChainError } from './errors.js'
import { hashOrderStruct } from './hashStructs.js'
import { parseOrder } from './parseOrder.js'
import type { OrderChains, OrderData } from './types.js'

export type HashOrderErrorType = OrderFieldError | UnknownChainError

/**
 * Hashes an order into its order id.
 *
 * - Computes EIP-712 hashOrderStruct of Order, without a domain. Addresses and currencies are bytes in the form of their chain.
 *   Twin: the contracts' `Orders` library.
 * - Units: amounts in the smallest unit, deadlines in Unix seconds that fit uint32.
 * - Warning: a hash proves nothing. Compare it with an id that the solver signed, see {@link verifyAttestation}.
 *
 * @param orderData - {@link OrderData}, the quote's `protocol.v2.orderData`.
 * @param chains - {@link OrderChains}, EVM chains that this version does not know.
 * @returns The order id.
 * @throws {@link OrderFieldError} with the path of the first malformed field, {@link UnknownChainError} with the path of an
 * unknown chain.
 *
 * @example
 * import { hashOrder } from 'fillproof'
 *
 * const fillContract = '0x000000000000000000000000b92fe925dc43a0ecde6c8b1a2709c170ec4fff4f'
 * const user = '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd'
 * const native = '0x0000000000000000000000000000000000000000'
 * const deadline = 1791082506
 * const refund = { recipient: user, currency: native, minimumAmount: '0', deadline, extraData: fillContract }
 *
 * hashOrder({
 *   version: 'v1',
 *   solverChainId: 'base',
 *   solver: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
 *   salt: '0x184ed77f343bff09b7255a75f0be900ac82c00c276c0a97eed2948ab3a1e8503',
 *   inputs: [
 *     {
 *       payment: { chainId: 'base', currency: native, amount: '100000000000000000', weight: '1' },
 *       refunds: [
 *         { chainId: 'base', ...refund },
 *         { chainId: 'optimism', ...refund },
 *       ],
 *     },
 *   ],
 *   output: {
 *     chainId: 'optimism',
 *     payments: [
 *       {
 *         recipient: user,
 *         currency: native,
 *         minimumAmount: '97980620418202610',
 *         expectedAmount: '99980224916533275',
 *       },
 *     ],
 *     calls: [],
 *     deadline,
 *     extraData: fillContract,
 *   },
 *   fees: [],
 * })
 * // '0x8391f3eb54c0999767a970a1603aaf16403a17263cdf723adec76e3fda5be275'
 */
export function hashOrder(orderData: OrderData, chains?: OrderChains): Hex {
  return hashOrderStruct('Order', parseOrder(orderData, chains))
}
