import type { Chain } from '../chains/chain.js'
import type { MockClock } from '../clock.js'
import type { Faults } from '../faults.js'
import type { Ledger, LedgerRequest } from '../ledger.js'
import type { Random } from '../random.js'
import type { Venue } from '../venue/createVenue.js'
import type { SolverKeys } from './solverKeys.js'

/** How far below the head of its chain a transaction counts; both must be reached. */
export type Finality = { blocks: number; seconds: number }

export type SolverContext = {
  chains: readonly Chain[]
  ledger: Ledger
  solver: SolverKeys
  finality: Finality
  clock: MockClock
  random: Random
  faults: Faults
  venue: Venue
}

export type CreateSolverParameters = SolverContext & {
  pollingIntervalMs: number
  /** How long a request stays in each status. */
  statusDelayMs: number
  /** Opens a new request with the terms of another, for another amount. Rejects when the amount has no quote. */
  requote(record: LedgerRequest, amount: bigint): Promise<LedgerRequest>
}
