import type { Address } from 'viem'
import { relayProfile } from '../../src/service/profile/relayProfile.js'
import type { ServiceProfileChain, ServiceProfileRouter } from '../../src/service/profile/types.js'
import type { ForkNode } from './connect.js'
import { UsageError } from './errors.js'

/** A router that can also be reached through its approval proxy. */
export type ForkRouter = ServiceProfileRouter & { approvalProxy: Address }

/**
 * Finds the service's contracts on the node's chain. The routers are `named`, or else the profile's. A profile router
 * that is no longer in use is skipped if it has no code.
 *
 * @throws {@link UsageError} with the contract that has no code.
 */
export async function findContracts({ id, client }: ForkNode, named?: readonly ForkRouter[]) {
  const chain = relayProfile.chains?.find((one) => one.id === id)
  if (!chain?.depository || !chain.routers?.length) {
    throw new UsageError(`The relay profile names no depository and router for chain ${id}.`)
  }
  const hasCode = async (address: Address) => (await client.getCode({ address })) !== undefined
  const requireCode = async (name: string, address: Address) => {
    if (!(await hasCode(address))) throw new UsageError(`The ${name} ${address} has no code on chain ${id}.`)
  }
  await requireCode('depository', chain.depository)
  const routers: ForkRouter[] = []
  const skipped: ServiceProfileRouter[] = []
  for (const [index, router] of (named ?? chain.routers).entries()) {
    const { address, label, approvalProxy } = router
    if (named || index === 0) await requireCode(`${label} router`, address)
    if (!(await hasCode(address))) {
      skipped.push(router)
      continue
    }
    if (!approvalProxy) throw new UsageError(`The relay profile names no approval proxy for ${address}.`)
    await requireCode(`${label} approval proxy`, approvalProxy)
    routers.push({ ...router, approvalProxy })
  }
  return { chain: chain satisfies ServiceProfileChain, depository: chain.depository, routers, skipped }
}
