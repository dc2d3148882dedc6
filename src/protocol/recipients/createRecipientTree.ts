import { type Address, keccak256 } from 'viem'
import { buildRecipientTree, readScope } from './buildRecipientTree.js'
import type { DuplicateRecipientError, RecipientFieldError } from './errors.js'
import { readRecipients } from './readRecipients.js'
import type { Recipient, RecipientTree } from './types.js'

export type CreateRecipientTreeParameters = {
  /** The chain that the receiver is on. */
  chainId: number
  receiver: Address
  /** At least one, in any order, without duplicates. */
  recipients: readonly Recipient[]
}

export type CreateRecipientTreeErrorType = RecipientFieldError | DuplicateRecipientError

/**
 * Builds a Merkle tree of any number of recipients that a receiver may pay.
 *
 * - A leaf is keccak256(keccak256(abi.encode(chainId, receiver, address, hook))); leaves and pairs are sorted, so
 *   the same recipients have the same root in any order. Twin: the receivers' list of recipients.
 * - Trust: whoever sets the root at the receiver decides who may be paid. Compare it with a tree that you built.
 * - Warning: a tree is for one receiver on one chain. Another receiver needs its own.
 *
 * @returns {@link RecipientTree}. The tree's `prove` returns the `recipientProof` for a fill.
 * @throws {@link RecipientFieldError} on an address that no receiver pays, with its position, or an empty list;
 * {@link DuplicateRecipientError} with both positions.
 *
 * @example
 * import { createRecipientTree } from 'fillproof'
 *
 * const tree = createRecipientTree({
 *   chainId: 8453,
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   recipients: [
 *     { address: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e' },
 *     { address: '0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f', hook: true },
 *   ],
 * })
 *
 * tree.root
 * // '0x7ba482d49855eb9189d68cd8102bb7e54d68f4e283967b052015105a6bd5280a'
 *
 * tree.prove('0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f')
 * // {
 * //   recipientProof: [
 * //     '0x0000000000000000000000000000000000000000000000000000000000000001',
 * //     '0x1c35a762cca8959c65b91341331e3de2b6f84d4e5023c7e1f531607f93a5ef9f',
 * //   ],
 * //   hook: true,
 * // }
 */
export function createRecipientTree(parameters: CreateRecipientTreeParameters): RecipientTree {
  const scope = readScope({ ...parameters })
  const list = readRecipients(scope.receiver, parameters.recipients)
  return buildRecipientTree(scope, list, (bytes) => keccak256(bytes, 'bytes'))
}
