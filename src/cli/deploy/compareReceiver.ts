import { createServiceClient } from '../../client/createServiceClient.js'
import { ServiceError } from '../../client/errors.js'
import { compareImplementation } from '../../deploy/check/compareImplementation.js'
import { comparePolicy } from '../../deploy/check/comparePolicy.js'
import { compareService } from '../../deploy/check/compareService.js'
import { readPolicy } from '../../deploy/check/readPolicy.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { ChainRecord } from '../../service/resources/chain.js'
import { UnreachableError } from '../errors.js'
import { printable } from '../output.js'
import type { Comparison } from './results.js'
import type { DeployTarget } from './target.js'

/** The service to compare with. */
export type Service = { profile: ServiceProfile; url: string }

/** The service's chains. @throws {@link UnreachableError} */
export async function fetchChains({ profile, url }: Service): Promise<readonly ChainRecord[]> {
  const client = createServiceClient({ profile, baseUrl: url, timeoutMs: 15_000, retry: { limit: 1 } })
  try {
    return (await client.getChains()).chains
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new UnreachableError(
      `${new URL(url).origin} does not list its chains: ${printable(error.shortMessage)}`,
    )
  }
}

/**
 * Compares a deployed receiver with its configuration and the service's list of chains.
 *
 * @throws {@link DeploymentError} where there is none, {@link ChainUnreachableError}.
 */
export async function compareReceiver(
  { chain, policy: wanted, plan, receiver, fromBlock = 0n }: DeployTarget,
  service: { chains: readonly ChainRecord[]; profile: ServiceProfile } | undefined,
): Promise<Comparison> {
  const code = await compareImplementation(chain, receiver, plan.implementation.address)
  const policy = await readPolicy({ chain, receiver, wanted, fromBlock })
  const differences = [
    ...code,
    ...comparePolicy(policy, chain.id, wanted),
    ...(service ? compareService({ policy, chainId: chain.id, ...service }) : []),
  ]
  return { chainId: chain.id, receiver, block: policy.block, same: differences.length === 0, differences }
}
