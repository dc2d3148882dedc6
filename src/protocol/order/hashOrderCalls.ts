import type { Hex } from 'viem'
import { type EncodeOrderCallErrorType, encodeOrderCall, type OrderCall } from './encodeOrderCall.js'
import { hashList } from './hashStructs.js'

export type HashOrderCallsErrorType = EncodeOrderCallErrorType

/**
 * Hashes calls as an order commits to them.
 *
 * - Computes the EIP-712 hash of `bytes[]`: hashes each encoded call, then hashes the concatenated hashes.
 * - Trust: hash the calls of your own request. Only the service vouches for the calls in a quote.
 *
 * @param calls - {@link OrderCall}, in the order of the request.
 * @returns The `callsHash` of a guard's `PayerTerms`.
 * @throws {@link OrderFieldError} when a field is malformed.
 *
 * @example
 * import { hashOrderCalls } from 'fillproof'
 *
 * hashOrderCalls([])
 * // '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
 */
export function hashOrderCalls(calls: readonly OrderCall[]): Hex {
  return hashList(
    'bytes',
    calls.map((call) => encodeOrderCall(call)),
  )
}
