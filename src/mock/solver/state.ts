import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex, LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { relayer } from '../accounts.js'
import type { LedgerRequest } from '../ledger.js'
import type { CreateSolverParameters } from './context.js'
import { createGasless } from './createGasless.js'
import { createHeads } from './createHeads.js'
import { createSweeper } from './createSweeper.js'
import type { ObservedPayment } from './observedPayments.js'
import { createReorganizer } from './reorganize.js'
import { createWallet, type Lifetime, type Wallet, type Wallets } from './wallet.js'

export type SolverState = ReturnType<typeof createState>

/** @param lifetime - Its signal ends all work in progress. A restore aborts the signal, and sets a new one. */
export function createState(parameters: CreateSolverParameters, lifetime: Lifetime) {
  const { chains, ledger, faults, solver, statusDelayMs } = parameters
  const openWallets = (account: LocalAccount) =>
    new Map(chains.map((chain) => [chain.id, createWallet(chain, account, lifetime)]))
  const relayers = openWallets(privateKeyToAccount(relayer.privateKey))
  const solvers = new Map<LocalAccount, Map<number, Wallet>>()
  const walletsOf = (account: LocalAccount): ReadonlyMap<number, Wallet> => {
    const wallets = solvers.get(account) ?? openWallets(account)
    solvers.set(account, wallets)
    return wallets
  }
  const wallets: Wallets = { get: (chainId) => walletsOf(solver.current).get(chainId) }
  const heads = createHeads(chains)
  const state = {
    ...parameters,
    lifetime,
    /** The wallets of the current solver. The venue has none. */
    wallets,
    walletsOf: ({ terms }: LedgerRequest) => walletsOf(solver.of(terms.orderData.solver)),
    heads,
    sweeper: createSweeper(parameters),
    gasless: createGasless({ ledger, relayers, isRead: (id, block) => heads.last(id).number >= block }),
    reorganizer: createReorganizer({ ledger, faults, wallets, heads }),
    /** Payments without an answer, in the chains' order. */
    queue: [] as ObservedPayment[],
    /** Requests to fill at once, even if the solver is paused. */
    accelerated: new Set<Hex>(),
    /** Paid requests whose payment is answered after a delay, so that `depositing` can be observed. */
    delayed: new Set<Hex>(),
    jobs: new Set<Promise<void>>(),
    /** For each request that the user has not paid yet: the recipient or the wrapper (see {@link targetOf}). */
    openSends: new Map<Hex, string>(),
    isPaused: false,
    /** Whether scans are stopped, while a snapshot is taken or restored. */
    isHeld: false,
    async holdStatus(): Promise<void> {
      if (statusDelayMs > 0) await sleep(statusDelayMs, undefined, { signal: lifetime.signal, ref: false })
    },
  }
  const { queue, accelerated, delayed, openSends } = state
  ledger.savepoints.keep(queue, accelerated, delayed, openSends, heads.heads)
  ledger.savepoints.add(() => {
    const { isPaused } = state
    return () => {
      state.isPaused = isPaused
    }
  })
  return state
}
