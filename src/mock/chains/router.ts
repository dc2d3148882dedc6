import type { Address } from 'viem'
import { mockRouterKinds } from '../../service/profile/mockProfile.js'
import type { ServiceProfileRouter } from '../../service/profile/types.js'
import type { ChainContracts } from './contracts.js'

/** A router of a chain, with the proxy that moves the solver's tokens into the router. */
export type FillRouter = ServiceProfileRouter & { approvalProxy: Address }

const { exchange: _, ...kinds } = mockRouterKinds

type Kind = keyof typeof kinds

/** The label of a router that the solver can fill through. */
export type FillRouterLabel = (typeof kinds)[Kind]['label']

/** Lists the routers of a chain, the one in use first. */
export function listRouters(
  contracts: Pick<ChainContracts, `${Kind}Router` | `${Kind}ApprovalProxy`>,
  inUse: string = kinds.hash.label,
): [FillRouter, ...FillRouter[]] {
  const names = Object.keys(kinds) as Kind[]
  const routers = names.map((name) => ({
    address: contracts[`${name}Router`],
    ...kinds[name],
    approvalProxy: contracts[`${name}ApprovalProxy`],
  }))
  const isInUse = ({ label }: FillRouter) => label === inUse
  return [routers.find(isInUse)!, ...routers.filter((router) => !isInUse(router))]
}
