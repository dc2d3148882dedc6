import type { Hex } from 'viem'
import type { SolverContext } from './context.js'
import type { Heads } from './createHeads.js'
import type { Deposit } from './observedPayments.js'
import type { Wallet, Wallets } from './wallet.js'

/**
 * Removes blocks from embedded chains. While the fault `reorgDeposit` is set, each new quote takes a snapshot of its
 * origin chain before anyone can pay.
 */
export function createReorganizer(
  parameters: Pick<SolverContext, 'ledger' | 'faults'> & { wallets: Wallets; heads: Heads },
) {
  const { ledger, faults, wallets, heads } = parameters
  const snapshots = new Map<number, Promise<{ id: Hex | undefined; head: bigint }>>()

  // A revert of a chain deletes the chain's later snapshots.
  ledger.savepoints.add(() => () => snapshots.clear())

  const stop = ledger.onMove(({ status, terms: { originChainId } }) => {
    const wallet = wallets.get(originChainId)
    if (status === 'waiting' && faults.isSet('reorgDeposit') && wallet?.chain.isEmbedded) {
      snapshots.set(originChainId, takeSnapshot(wallet))
    }
  })

  return {
    stop,
    /** Reverts the chain to the snapshot of the last quote. Returns false if there is no snapshot. */
    async reorganize({ chainId }: Deposit): Promise<boolean> {
      const wallet = wallets.get(chainId)
      const snapshot = await snapshots.get(chainId)
      snapshots.delete(chainId)
      if (!wallet || !snapshot?.id) return false
      const { id, head } = snapshot
      await wallet.exclusive(async () => {
        await wallet.chain.client.revert({ id })
        heads.rewind(chainId, head)
      })
      return true
    },
  }
}

async function takeSnapshot({ chain: { client } }: Wallet) {
  const head = await client.getBlockNumber()
  return { head, id: await client.snapshot().catch(() => undefined) }
}
