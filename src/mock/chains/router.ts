import type { Address } from 'viem'
import { mockRouterKinds } from '../../service/profile/mockProfile.js'
import type { ServiceProfileRouter } from '../../service/profile/types.js'
import type { ChainContracts } from './contracts.js'

/** A router of a chain, and the proxy that brings the solver's tokens into it. */
export type FillRouter = ServiceProfileRouter & { approvalProxy: Address }

/** The label of a router that the solver can fill through. */
export type FillRouterLabel = 'v3' | 'v2.1'

/** Lists both routers of a chain, the one in use first. */
export function listRouters(
  contracts: Pick<ChainContracts, 'router' | 'approvalProxy' | 'routerV2' | 'approvalProxyV2'>,
  inUse: string = 'v3',
): [FillRouter, FillRouter] {
  const { router, approvalProxy, routerV2, approvalProxyV2 } = contracts
  const newer: FillRouter = { address: router, ...mockRouterKinds.newer, approvalProxy }
  const older: FillRouter = { address: routerV2, ...mockRouterKinds.older, approvalProxy: approvalProxyV2 }
  return inUse === newer.label ? [newer, older] : [older, newer]
}
