import type { Hash } from 'viem'
import { throwRevert } from '../../contract/throwRevert.js'
import type { DeployChain } from '../createChain.js'
import { readOptions } from '../readOptions.js'
import { confirmTransaction, signAndSend } from '../signAndSend.js'
import type { PolicyChange } from './planChanges.js'

export type SendChangesParameters = {
  /** Its account sends them, and needs their roles. */
  chain: DeployChain
  changes: readonly PolicyChange[]
  /** Called when the node has accepted a transaction. */
  onAccepted?: (change: PolicyChange, hash: Hash) => void
  /** Ends between two transactions. */
  signal?: AbortSignal | undefined
}

/** A change, as it was mined. */
export type SentChange = PolicyChange & { hash: Hash; block: string }

/**
 * Sends the changes of a policy in their order, each after the previous one is mined.
 *
 * - Rule: each is simulated first. After a failure the earlier ones stay: plan again and continue.
 *
 * @throws {@link FillRevertedError} where the account lacks the role, {@link DeploymentError},
 * {@link ChainUnreachableError}.
 */
export async function sendChanges(parameters: SendChangesParameters): Promise<SentChange[]> {
  const { chain, changes, onAccepted, signal } = readOptions(parameters, 'chain', 'changes')
  const { client, offer } = chain
  const sent: SentChange[] = []
  for (const change of changes) {
    signal?.throwIfAborted()
    const { step, to, data } = change
    await offer(throwRevert(step, client.call({ account: client.account, to, data })))
    const hash = await signAndSend({
      chain,
      step,
      transaction: { to, data },
      onAccepted: (hash) => onAccepted?.(change, hash),
    })
    const { transactionHash, blockNumber } = await confirmTransaction(chain, step, hash)
    sent.push({ ...change, hash: transactionHash, block: String(blockNumber) })
  }
  return sent
}
