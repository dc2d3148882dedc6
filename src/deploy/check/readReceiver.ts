import type { Address } from 'viem'
import type { DeployChain } from '../createChain.js'
import { compareImplementation } from './compareImplementation.js'
import { comparePolicy, type Difference } from './comparePolicy.js'
import type { Policy } from './policy.js'
import { readPolicy } from './readPolicy.js'
import type { WantedPolicy } from './wantedPolicy.js'

export type ReadReceiverParameters = {
  chain: DeployChain
  receiver: Address
  wanted: WantedPolicy
  /** The planned implementation. A proxy other than the factory's clone is not compared with it. */
  implementation: Address
  /** The block of its deployment, or an earlier one; 0 by default. Lists are rebuilt from events since then. */
  fromBlock?: bigint | undefined
}

export type ReadReceiverReturnType = {
  policy: Policy
  /** Of its code. */
  code: Difference[]
  /** Of its code and its policy; empty when it is as configured. */
  differences: Difference[]
}

/**
 * Reads the policy of a deployed receiver or guard, and compares it with its configuration, both ways.
 *
 * - Warning: what was set before `fromBlock` stays unseen, unless the configuration names it.
 *
 * @param parameters - {@link ReadReceiverParameters}
 * @returns {@link ReadReceiverReturnType}
 * @throws {@link DeploymentError} where there is none, {@link ChainUnreachableError}.
 */
export async function readReceiver({
  chain,
  receiver,
  wanted,
  implementation,
  fromBlock = 0n,
}: ReadReceiverParameters): Promise<ReadReceiverReturnType> {
  const code = await compareImplementation(chain, receiver, implementation)
  const policy = await readPolicy({ chain, receiver, wanted, fromBlock })
  return { policy, code, differences: [...code, ...comparePolicy(policy, chain.id, wanted)] }
}
