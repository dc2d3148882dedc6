import type { Address, Hex } from 'viem'
import type { FoundOrder } from '../../service/orders/findOrder.js'
import type { ServiceProfileRouter } from '../../service/profile/types.js'
import type { WatchChain } from '../chainView.js'
import type { WatchService } from '../service.js'
import type { AuthorizationEvent, FillEvent, FillTask, WatchJob } from '../types.js'

export type FindOrder = (orderId: Hex) => Promise<FoundOrder>

/** The receiver's events that were read. A `WatchStore` returns them in the chain's order. */
export type ReceiverHistory = {
  /** Returns the fills with any of these ids, without returned payments. */
  findFills(ids: readonly Hex[]): Promise<readonly FillPlace[]>
  /** Returns the authorizations with any of these ids or of any of these calls. */
  findAuthorizations(parameters: {
    ids?: readonly Hex[]
    callHashes?: readonly Hex[]
  }): Promise<readonly AuthorizationEvent[]>
}

/** Where a fill is on the chain. */
export type FillPlace = Pick<FillEvent, 'blockNumber' | 'logIndex' | 'transactionHash'>

/** The service, or for checks by the chain alone, its stand-in without statuses. */
export type AskedService = Omit<WatchService, 'readStatus'> & Partial<Pick<WatchService, 'readStatus'>>

export type JudgePaidFillParameters = {
  fill: FillEvent
  job: Pick<WatchJob, 'chainId' | 'receiver'>
  chain: WatchChain
  service: AskedService
  /** Finds an order that the caller kept. */
  findOrder: FindOrder
  store: ReceiverHistory
  /** The trusted signers. */
  solvers: readonly Address[]
  /** The service's routers on the chain. */
  routers?: readonly ServiceProfileRouter[] | undefined
  /** How long the request may stay unfinished at the service after the fill's block, in milliseconds. */
  graceMs: number
  nowMs: number
} & Partial<Pick<FillTask, 'isLive' | 'seenAtMs' | 'attempts' | 'notes' | 'requestId'>>
