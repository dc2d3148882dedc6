import { decodeAbiParameters, type Hex } from 'viem'
import { toBytes } from '../../base/values.js'
import { encodeOrderCall, type OrderCall } from './encodeOrderCall.js'
import { OrderFieldError } from './errors.js'
import { orderCallParameters } from './orderCall.js'
import { readBytes } from './readOrderField.js'

export type DecodeOrderCallErrorType = OrderFieldError

/**
 * Decodes an entry of `output.calls` of an order on an EVM chain.
 *
 * - Accepts only the encoding of {@link encodeOrderCall}, and checks it by encoding the result again. Moved offsets, dirty
 *   padding and appended bytes could be read in two ways.
 *
 * @param call - The entry.
 * @throws {@link OrderFieldError} when the bytes are not a call, or not in the one canonical form.
 *
 * @example
 * import { decodeOrderCall } from 'fillproof'
 *
 * decodeOrderCall(
 *   '0x000000000000000000000000b92fe925dc43a0ecde6c8b1a2709c170ec4fff4f' +
 *     '0000000000000000000000000000000000000000000000000000000000000060' +
 *     '0000000000000000000000000000000000000000000000000000000000000005' +
 *     '0000000000000000000000000000000000000000000000000000000000000020' +
 *     '0000000000000000000000000000000000000000000000000000000000000002' +
 *     '1234000000000000000000000000000000000000000000000000000000000000',
 * )
 * // { to: '0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f', data: '0x1234', value: 5n }
 */
export function decodeOrderCall(call: Hex): OrderCall {
  const decoded = tryDecodeOrderCall(readBytes(call, 'call'))
  if (decoded) return decoded
  throw new OrderFieldError({ field: 'call', value: call, requirement: 'the canonical encoding of a call' })
}

/** Decodes as {@link decodeOrderCall} does. Undefined if the encoding is not canonical. */
export function tryDecodeOrderCall(call: Hex): OrderCall | undefined {
  const bytes = toBytes(call)
  const decoded = bytes && decode(bytes)
  return decoded && encodeOrderCall(decoded) === bytes ? decoded : undefined
}

function decode(bytes: Hex): OrderCall | undefined {
  try {
    const [{ to }, { data }, { value }] = decodeAbiParameters(orderCallParameters, bytes)
    return { to, data, value }
  } catch {
    return undefined
  }
}
