import type { Address } from 'viem'
import type { WatchChain } from '../chain.js'
import type { WatchService } from '../service.js'
import type { FillTask, WatchJob, WatchStore } from '../types.js'

export type CheckFillParameters = {
  task: FillTask
  job: WatchJob
  chain: WatchChain
  service: WatchService
  store: Pick<WatchStore, 'findFills' | 'findAuthorizations'>
  /** The trusted signers. */
  solvers: readonly Address[]
  /** For how long after its block the service may not have finished a request. */
  graceMs: number
  nowMs: number
}
