import type { Address, Hex } from 'viem'
import type { FoundOrder } from '../../service/orders/findOrder.js'
import type { ServiceProfileRouter } from '../../service/profile/types.js'
import type { WatchChain } from '../chainView.js'
import type { WatchService } from '../service.js'
import type { FillTask, WatchJob, WatchStore } from '../types.js'

export type FindOrder = (orderId: Hex) => Promise<FoundOrder>

export type JudgePaidFillParameters = {
  task: FillTask
  job: WatchJob
  chain: WatchChain
  service: WatchService
  /** Finds an order that the caller kept. */
  findOrder: FindOrder
  store: Pick<WatchStore, 'findFills' | 'findAuthorizations'>
  /** The trusted signers. */
  solvers: readonly Address[]
  /** The service's routers on the chain. */
  routers?: readonly ServiceProfileRouter[] | undefined
  /** How long the request may stay unfinished at the service after the fill's block, in milliseconds. */
  graceMs: number
  nowMs: number
}
