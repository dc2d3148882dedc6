import type { LocalAccount } from 'viem'
import type { Chain } from '../chains/chain.js'
import type { Clock } from '../clock.js'
import type { Faults } from '../faults.js'
import type { Ledger } from '../ledger.js'
import type { Random } from '../random.js'

/** How far behind the head of its chain a transaction counts; both must be reached. */
export type Finality = { blocks: number; seconds: number }

/** What the solver works with. */
export type SolverContext = {
  chains: readonly Chain[]
  ledger: Ledger
  /** Signs attestations and orders, and pays fills and refunds. */
  solver: LocalAccount
  finality: Finality
  clock: Clock
  random: Random
  faults: Faults
}
