import type { Address } from 'viem'
import type { PolicyValues } from '../config/kindConfigs.js'
import type { DeployChain } from '../createChain.js'
import { type Contract, openContract } from './openContract.js'
import type { Policy } from './policy.js'
import { type History, readHistory } from './readHistory.js'
import { readGrantedRoles, readLists } from './readLists.js'
import type { WantedPolicy } from './wantedPolicy.js'

export type ReadPolicyParameters = {
  chain: DeployChain
  receiver: Address
  /** The configured policy. Its entries are read even if no event has them. */
  wanted: WantedPolicy
  /** The first block whose events are read, to find other entries. Without it, no events are read. */
  fromBlock: bigint | undefined
}

/**
 * Reads a contract's policy. A contract can't list its entries. So the events show which values were ever set, and the views show
 * which are set now.
 *
 * - Warning: without the events since the deployment, entries that are not in the configuration are not found.
 */
export async function readPolicy(parameters: ReadPolicyParameters): Promise<Policy> {
  const { chain, receiver, wanted, fromBlock } = parameters
  const block = await chain.reach(chain.client.getBlockNumber())
  const history = await readHistory(chain, receiver, fromBlock, block)
  const isGuard = wanted.kind === 'paymentGuard'
  const contract = openContract(chain, receiver, { block, isGuard })
  return { block, ...(await chain.reach(readAt(contract, wanted, history))) }
}

async function readAt(
  contract: Contract,
  wanted: WantedPolicy,
  history: History,
): Promise<Omit<Policy, 'block'>> {
  const { isGuard, receiver, guard, at } = contract
  const [chainId, nameHash] = isGuard ? await guard.ownChain(at) : await receiver.ownChain(at)
  return {
    chainId,
    nameHash,
    isPaused: await receiver.paused(at),
    ...(await readLists(contract, wanted, history, nameHash)),
    ...(await readValues(contract)),
    roles: await readGrantedRoles(contract, wanted, history),
  }
}

async function readValues({ isGuard, receiver, guard, at }: Contract): Promise<PolicyValues> {
  return {
    recipientRoot: isGuard ? undefined : await receiver.recipientRoot(at),
    depository: isGuard ? await guard.depository(at) : undefined,
  }
}
