import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { relayer } from '../accounts.js'
import type { CreateSolverParameters } from './context.js'
import { createGasless } from './createGasless.js'
import { createSweeper } from './createSweeper.js'
import type { ObservedPayment } from './observedPayments.js'
import { createReorganizer } from './reorganize.js'
import { createWallet } from './wallet.js'

export type SolverState = ReturnType<typeof createState>

export function createState(parameters: CreateSolverParameters, signal: AbortSignal) {
  const { chains, ledger, faults, solver, statusDelayMs } = parameters
  const wallets = new Map(chains.map((chain) => [chain.id, createWallet(chain, solver, signal)]))
  const relayerAccount = privateKeyToAccount(relayer.privateKey)
  const relayers = new Map(chains.map((chain) => [chain.id, createWallet(chain, relayerAccount, signal)]))
  /** The last block that was read of each chain. */
  const lastBlocks = new Map(chains.map(({ id, firstBlock }) => [id, firstBlock]))
  return {
    ...parameters,
    signal,
    /** Those of the solver. The venue has none. */
    wallets,
    lastBlocks,
    sweeper: createSweeper(parameters),
    gasless: createGasless({ ledger, relayers, isRead: (id, block) => lastBlocks.get(id)! >= block }),
    reorganizer: createReorganizer({ ledger, faults, wallets, lastBlocks }),
    /** Payments that are not answered yet, in the chains' order. */
    queue: [] as ObservedPayment[],
    /** Requests to fill at once, even while the solver is paused. */
    accelerated: new Set<Hex>(),
    /** Paid requests whose payment is answered later, so that `depositing` can be observed. */
    delayed: new Set<Hex>(),
    jobs: new Set<Promise<void>>(),
    /** The recipients of transfers that have not been made yet, by request. */
    openSends: new Map<Hex, string>(),
    isPaused: false,
    async holdStatus(): Promise<void> {
      if (statusDelayMs > 0) await sleep(statusDelayMs, undefined, { signal })
    },
  }
}
