import { type Address, encodeAbiParameters, type Hex } from 'viem'
import type { OrderFieldError } from './errors.js'
import { orderCallParameters } from './orderCall.js'
import { readBytes, readEvmAddress, readOrderAmount, readOrderRecord } from './readOrderField.js'

/** A call that the solver makes on an EVM chain when it fills. */
export type OrderCall = { to: Address; data: Hex; value: bigint }

export type EncodeOrderCallErrorType = OrderFieldError

/**
 * Encodes a call for `output.calls` of an order on an EVM chain.
 *
 * - Returns the ABI encoding of three tuples of one field each: (address to), (bytes data), (uint256 value).
 * - Units: `value` in wei.
 *
 * @param call - {@link OrderCall}
 * @returns The bytes that the order id commits to.
 * @throws {@link OrderFieldError} when a field is malformed.
 *
 * @example
 * import { decodeOrderCall, encodeOrderCall } from 'fillproof'
 *
 * decodeOrderCall(
 *   encodeOrderCall({ to: '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f', data: '0x1234', value: 5n }),
 * )
 * // { to: '0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f', data: '0x1234', value: 5n }
 */
export function encodeOrderCall(call: OrderCall): Hex {
  const { to, data, value } = readOrderRecord(call, 'call')
  return encodeAbiParameters(orderCallParameters, [
    { to: readEvmAddress(to, 'to') },
    { data: readBytes(data, 'data') },
    { value: readOrderAmount(value, 'value') },
  ])
}
