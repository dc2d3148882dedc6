import type { SolverContext } from './context.js'
import type { Deposit } from './deposits.js'
import type { Wallet } from './wallet.js'

export type Reorganizer = ReturnType<typeof createReorganizer>

/**
 * Takes blocks away, on chains that the mock runs itself: while the fault is set, each new quote remembers the state of
 * its origin chain as it was before anybody could pay.
 */
export function createReorganizer({
  ledger,
  faults,
  walletOf,
  onReorganized,
}: Pick<SolverContext, 'ledger' | 'faults'> & {
  walletOf(chainId: number): Wallet | undefined
  /** Told of the last block that is left. */
  onReorganized: (chainId: number, head: bigint) => void
}) {
  const snapshots = new Map<number, Promise<{ id: `0x${string}` | undefined; head: bigint }>>()

  const stop = ledger.onMove(({ status, terms: { originChainId } }) => {
    const isSet = faults.list().some(({ name }) => name === 'reorgDeposit')
    const wallet = walletOf(originChainId)
    if (status === 'waiting' && isSet && wallet?.chain.isEmbedded) {
      snapshots.set(originChainId, remember(wallet))
    }
  })

  async function remember({ chain: { client } }: Wallet) {
    const head = await client.getBlockNumber()
    return { head, id: await client.snapshot().catch(() => undefined) }
  }

  return {
    stop,
    /** Goes back to before the last quote. False where nothing is remembered. */
    async reorganize({ chainId }: Deposit): Promise<boolean> {
      const wallet = walletOf(chainId)
      const snapshot = await snapshots.get(chainId)
      snapshots.delete(chainId)
      if (!wallet || !snapshot?.id) return false
      const { id, head } = snapshot
      await wallet.exclusive(async () => {
        await wallet.chain.client.revert({ id })
        onReorganized(chainId, head)
      })
      return true
    },
  }
}
