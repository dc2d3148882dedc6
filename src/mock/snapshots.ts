import type { Hex } from 'viem'
import { askOf } from '../contract/rpc/withRequest.js'
import type { Chain } from './chains/chain.js'
import { MockOptionError, MockRestoredError, MockSnapshotError } from './errors.js'
import type { Ledger } from './ledger.js'
import type { PutBack } from './savepoints.js'
import type { Solver } from './solver/createSolver.js'

export type Snapshots = ReturnType<typeof createSnapshots>

type Snapshot = { onChains: Map<Chain, Hex>; putBack: PutBack }

/**
 * Takes and restores snapshots of everything together: the chains, the ledger, the clock, the random source, and the
 * parts that depend on them.
 *
 * A snapshot can be restored more than once. Restoring it deletes later snapshots.
 */
export function createSnapshots(parameters: {
  chains: readonly Chain[]
  ledger: Ledger
  solver: Solver
  /** Ends open streams and deliveries. */
  cut(reason: MockRestoredError): void
}) {
  const { chains, ledger, solver, cut } = parameters
  const snapshots = new Map<string, Snapshot>()
  let taken = 0
  let last: Promise<unknown> = Promise.resolve()

  /** Runs tasks one at a time. */
  function inTurn<result>(work: () => Promise<result>): Promise<result> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  function dropAfter(id: string): void {
    for (const other of [...snapshots.keys()]) if (Number(other) > Number(id)) snapshots.delete(other)
  }

  async function take(): Promise<string> {
    const snapshot = await solver.atRest(async () => ({
      onChains: await snapshotChains(chains),
      putBack: ledger.savepoints.save(),
    }))
    const id = String(++taken)
    snapshots.set(id, snapshot)
    return id
  }

  async function restore(id: string): Promise<void> {
    const snapshot = snapshots.get(id)
    if (!snapshot) {
      const requirement = 'the id of a snapshot that was not deleted by restoring an older one'
      throw new MockOptionError({ option: 'snapshot', value: id, requirement })
    }
    dropAfter(id)
    const reason = new MockRestoredError()
    await solver.interrupt(reason, async () => {
      try {
        await revertChains(snapshot.onChains)
      } catch (error) {
        snapshots.delete(id)
        throw error
      }
      snapshot.putBack()
      snapshot.onChains = await snapshotChains(chains)
    })
    cut(reason)
  }

  return {
    take: (): Promise<string> => inTurn(take),
    restore: (id: string): Promise<void> => inTurn(() => restore(id)),
  }
}

async function snapshotChains(chains: readonly Chain[]): Promise<Map<Chain, Hex>> {
  return new Map(
    await Promise.all(chains.map(async (chain) => [chain, await chain.client.snapshot()] as const)),
  )
}

async function revertChains(onChains: ReadonlyMap<Chain, Hex>): Promise<void> {
  const lost = await Promise.all(
    [...onChains].map(async ([chain, id]) => {
      // viem's action drops the result, which is false for an unknown snapshot.
      const isReverted = await askOf(chain.client)({ method: 'evm_revert', params: [id] })
      return isReverted ? undefined : chain.id
    }),
  )
  const chainId = lost.find((id) => id !== undefined)
  if (chainId !== undefined) {
    throw new MockSnapshotError({
      shortMessage: `Chain ${chainId} was reverted to before the snapshot, which is lost.`,
    })
  }
}
