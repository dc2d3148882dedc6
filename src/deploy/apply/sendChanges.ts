import type { Hash } from 'viem'
import { throwRevert } from '../../contract/throwRevert.js'
import type { DeployChain } from '../createChain.js'
import { readOptions } from '../readOptions.js'
import { confirmTransaction, signAndSend } from '../signAndSend.js'
import type { PolicyChange } from './planChanges.js'

export type SendChangesParameters = {
  /** The chain. Its account sends the changes, and needs the roles for them. */
  chain: DeployChain
  changes: readonly PolicyChange[]
  /** Called when the node accepts a transaction. */
  onAccepted?: (change: PolicyChange, hash: Hash) => void
  /** Stops between two transactions when aborted. */
  signal?: AbortSignal | undefined
}

/** A mined change. */
export type SentChange = PolicyChange & { hash: Hash; block: string }

/**
 * Sends the changes of a policy in order, each after the previous one is mined.
 *
 * Each change is simulated first. After a failure the earlier changes stay: plan again and continue.
 *
 * @throws {@link FillRevertedError} if the account lacks the role, {@link DeploymentError},
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
