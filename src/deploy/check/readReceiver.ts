import type { Address } from 'viem'
import type { DeployChain } from '../createChain.js'
import { compareImplementation } from './compareImplementation.js'
import { compareKind } from './compareKind.js'
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
  /** Of its code and its kind. */
  code: Difference[]
  /** Whether its code could be compared: false behind a proxy other than the factory's clone. */
  codeCompared: boolean
  /** Of its code, its kind and its policy; empty when it is as configured. */
  differences: Difference[]
}

/**
 * Reads the policy of a deployed receiver or guard, and compares it with its configuration, both ways.
 *
 * - Rule: the events since `fromBlock` must show the initialization. Otherwise more may be set than they show.
 *
 * @param parameters - {@link ReadReceiverParameters}
 * @returns {@link ReadReceiverReturnType}
 * @throws {@link DeploymentError} where there is none, {@link DeployHistoryError}, {@link ChainUnreachableError}.
 */
export async function readReceiver({
  chain,
  receiver,
  wanted,
  implementation,
  fromBlock = 0n,
}: ReadReceiverParameters): Promise<ReadReceiverReturnType> {
  const { isCompared, differences: ofCode } = await compareImplementation(chain, receiver, implementation)
  const { kind, differences: ofKind } = await compareKind(chain, receiver, wanted.kind)
  const code = [...ofCode, ...ofKind]
  // Only receivers of signed orders, and guards, can be asked for names.
  const asked = kind === wanted.kind ? wanted : { ...wanted, chainNames: [] }
  const policy = await readPolicy({ chain, receiver, wanted: asked, fromBlock })
  const differences = [...code, ...comparePolicy(policy, chain.id, wanted)]
  return { policy, code, codeCompared: isCompared, differences }
}
