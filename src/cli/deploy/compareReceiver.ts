import { createServiceClient } from '../../client/createServiceClient.js'
import { ServiceError } from '../../client/errors.js'
import { compareService, toDifferences } from '../../deploy/compare/compareService.js'
import type { Policy } from '../../deploy/compare/policy.js'
import { type ReadReceiverReturnType, readReceiver } from '../../deploy/compare/readReceiver.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { ChainRecord } from '../../service/resources/chain.js'
import type { RetirementLog } from '../createRetirementLog.js'
import { UnreachableError } from '../errors.js'
import { printable } from '../output.js'
import type { Comparison } from './results.js'
import type { DeployTarget } from './target.js'

export type Service = { profile: ServiceProfile; url: string }

export type ServiceListing = { chains: readonly ChainRecord[]; profile: ServiceProfile }

/** Fetches the service's chains. @throws {@link UnreachableError} */
export async function fetchListing(
  { profile, url }: Service,
  { onRetirement }: RetirementLog,
): Promise<ServiceListing> {
  const client = createServiceClient({
    ...{ profile, baseUrl: url, timeoutMs: 15_000, retry: { limit: 1 } },
    onRetirement,
  })
  try {
    return { chains: (await client.getChains()).chains, profile }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new UnreachableError(
      `${new URL(url).origin} does not list its chains: ${printable(error.shortMessage)}`,
      { metaMessages: ['Check the URL with its path, and the network.'] },
    )
  }
}

type ReadTarget = Pick<DeployTarget, 'chain' | 'policy' | 'plan' | 'receiver' | 'fromBlock'>

/** Reads a target's receiver with {@link readReceiver}. */
export function readTarget({ policy: wanted, plan, ...target }: ReadTarget): Promise<ReadReceiverReturnType> {
  return readReceiver({ ...target, wanted, implementation: plan.implementation.address })
}

/**
 * Compares a receiver with its configuration and the service's list of chains. Throws as {@link readReceiver}.
 *
 * @param onPolicy - Gets the receiver's policy.
 */
export async function compareReceiver(
  target: ReadTarget,
  service: ServiceListing | undefined,
  onPolicy?: (policy: Policy) => void,
): Promise<Comparison> {
  const found = await readTarget(target)
  onPolicy?.(found.policy)
  const { policy } = found
  const now = Math.floor(Date.now() / 1000)
  const ofService = service
    ? toDifferences(
        compareService({ kind: target.policy.kind, policy, chainId: target.chain.id, now, ...service }),
      )
    : []
  return toComparison(target, { ...found, differences: [...found.differences, ...ofService] })
}

/** Converts a comparison to the printed form. */
export function toComparison(
  { chain, receiver }: Pick<ReadTarget, 'chain' | 'receiver'>,
  { policy, codeCompared, differences }: Omit<ReadReceiverReturnType, 'code'>,
): Comparison {
  return {
    chainId: chain.id,
    receiver,
    block: policy.block,
    same: differences.length === 0,
    codeCompared,
    differences,
  }
}
