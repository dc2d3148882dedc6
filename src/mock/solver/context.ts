import type { Chain } from '../chains/chain.js'
import type { MockClock } from '../clock.js'
import type { Faults } from '../faults.js'
import type { Ledger, LedgerRequest } from '../ledger.js'
import type { Random } from '../random.js'
import type { Venue } from '../venue/createVenue.js'
import type { SolverKeys } from './solverKeys.js'

/** How many blocks, and how many seconds of block time, the chain's head must be past a transaction. Both must hold. */
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
  /** How long a request stays in each status, in milliseconds. */
  statusDelayMs: number
  /** Opens a new request with the terms of an earlier one, for another amount. Rejects if the amount has no quote. */
  requote(record: LedgerRequest, amount: bigint): Promise<LedgerRequest>
}
