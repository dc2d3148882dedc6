import { keccak256 } from 'viem'
import type { DuplicateRecipientError, RecipientFieldError } from './errors.js'
import { restoreRecipientTree } from './restoreRecipientTree.js'
import type { RecipientTree, RecipientTreeDump } from './types.js'

export type LoadRecipientTreeErrorType = RecipientFieldError | DuplicateRecipientError

/**
 * Rebuilds a recipient tree from its dump.
 *
 * - Takes the result of `tree.dump()`, even after any number of round trips through JSON. The root is computed again.
 * - Trust: a dump vouches for nothing. Compare the dump's root with the root that the receiver has.
 *
 * @param dump - {@link RecipientTreeDump}
 * @throws {@link RecipientFieldError} on another format or version, a malformed entry, or a root that does not match the
 * entries; {@link DuplicateRecipientError}.
 *
 * @example
 * import { createRecipientTree, loadRecipientTree } from 'fillproof'
 *
 * const tree = createRecipientTree({
 *   chainId: 8453,
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   recipients: [{ address: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e' }],
 * })
 * const text = JSON.stringify(tree.dump())
 *
 * loadRecipientTree(JSON.parse(text)).root === tree.root
 * // true
 */
export function loadRecipientTree(dump: RecipientTreeDump): RecipientTree {
  return restoreRecipientTree(dump, (bytes) => keccak256(bytes, 'bytes'))
}
