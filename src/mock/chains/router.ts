import type { RouterVersion, ServiceProfileRouter } from '../../service/profile/types.js'
import type { ChainContracts } from './contracts.js'

/** A router of a chain, and the proxy that brings the solver's tokens into it. */
export type FillRouter = Required<ServiceProfileRouter>

/** Lists both routers of a chain, the one in use first. */
export function listRouters(
  contracts: Pick<ChainContracts, 'router' | 'approvalProxy' | 'routerV2' | 'approvalProxyV2'>,
  inUse: RouterVersion = 'v3',
): [FillRouter, FillRouter] {
  const v3: FillRouter = {
    address: contracts.router,
    version: 'v3',
    approvalProxy: contracts.approvalProxy,
  }
  const v2: FillRouter = {
    address: contracts.routerV2,
    version: 'v2.1',
    approvalProxy: contracts.approvalProxyV2,
  }
  return inUse === 'v3' ? [v3, v2] : [v2, v3]
}
