import { encodeAbiParameters, type Hex, keccak256 } from 'viem'
import type { InboxFieldError } from './errors.js'
import { type InboxTerms, readInboxTerms } from './inboxTerms.js'

export type HashInboxTermsErrorType = InboxFieldError

/** The struct `InboxTerms` of the contracts. */
const parameter = {
  type: 'tuple',
  components: [
    { name: 'token', type: 'address' },
    { name: 'recipient', type: 'address' },
    { name: 'hook', type: 'bool' },
    { name: 'refundTo', type: 'address' },
    { name: 'claimer', type: 'address' },
    { name: 'deadline', type: 'uint48' },
    { name: 'minimum', type: 'uint256' },
    { name: 'salt', type: 'bytes32' },
    { name: 'data', type: 'bytes' },
  ],
} as const

/**
 * Hashes the terms of an inbox. The result is the `inboxHash` in the receiver's events, and the argument of `claims`.
 *
 * - keccak256 of the ABI-encoded terms, without chain or receiver. Twin: `Inboxes.hash`.
 *
 * @param terms - {@link InboxTerms}
 * @throws {@link InboxFieldError} when a term is malformed, or `refundTo` is zero.
 *
 * @example
 * import { hashInboxTerms } from 'fillproof'
 * import { zeroAddress, zeroHash } from 'viem'
 *
 * hashInboxTerms({
 *   token: zeroAddress,
 *   recipient: '0x1111111111111111111111111111111111111111',
 *   hook: false,
 *   refundTo: '0x2222222222222222222222222222222222222222',
 *   claimer: zeroAddress,
 *   deadline: 2 ** 48 - 1,
 *   minimum: 0n,
 *   salt: zeroHash,
 *   data: '0x',
 * })
 * // '0x95083527c4deaf5a18e0f9ab09f59b7519903235a211d0d827c1ae02ba23440c'
 */
export function hashInboxTerms(terms: InboxTerms): Hex {
  return keccak256(encodeAbiParameters([parameter], [readInboxTerms(terms)]))
}
