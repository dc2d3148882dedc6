import { type Address, type Hex, isAddressEqual } from 'viem'
import type { DeployConfig } from '../../deploy/config/readDeployConfig.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { readDump } from '../recipients/readDump.js'

/**
 * The root in a configuration, or in the file that it names.
 *
 * - Rule: a tree is bound to one receiver on one chain, so the file of another is refused. A bare root can't be checked.
 *
 * @throws {@link UsageError}
 */
export async function readRecipientRoot(
  { config }: DeployConfig,
  chainId: number,
  receiver: Address,
): Promise<Hex | undefined> {
  const root = 'recipientRoot' in config ? config.recipientRoot : undefined
  if (root === undefined || typeof root === 'string') return root
  const tree = await readDump(root.file)
  if (tree.chainId === chainId && isAddressEqual(tree.receiver, receiver)) return tree.root
  throw new UsageError(
    `recipientRoot: the tree in "${printable(root.file)}" is of the receiver ${tree.receiver} on chain ${tree.chainId}.`,
    {
      metaMessages: [
        `Build it again: fillproof recipients build LIST --chain-id ${chainId} --receiver ${receiver} --out FILE`,
      ],
    },
  )
}
