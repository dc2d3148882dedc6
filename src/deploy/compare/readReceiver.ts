import { type Address, getAddress, type Hex, isAddressEqual } from 'viem'
import { readContract } from 'viem/actions'
import type { ReceiverClient } from '../../contract/call.js'
import { getReceiverKind } from '../../contract/getReceiverKind.js'
import { hasView } from '../../contract/hasView.js'
import { paymentGuardAbi } from '../../generated/abi/paymentGuard.js'
import type { KindName } from '../config/kindConfigs.js'
import type { DeployChain } from '../createChain.js'
import { DeploymentError } from '../errors.js'
import { readOptions } from '../readOptions.js'
import { comparePolicy, type Difference } from './comparePolicy.js'
import type { Policy } from './policy.js'
import { readPolicy } from './readPolicy.js'
import type { WantedPolicy } from './wantedPolicy.js'

export type ReadReceiverParameters = {
  chain: DeployChain
  receiver: Address
  wanted: WantedPolicy
  /** The planned implementation. Only the factory's clone is compared with it, not other proxies. */
  implementation: Address
  /** The block of the deployment, or an earlier one. Lists are rebuilt from events since then. Defaults to 0. */
  fromBlock?: bigint | undefined
}

export type ReadReceiverReturnType = {
  policy: Policy
  /** Differences of the contract's code and kind. */
  code: Difference[]
  /** Whether the code could be compared. False for a proxy other than the factory's clone. */
  codeCompared: boolean
  /** All differences: code, kind and policy. Empty if the contract matches its configuration. */
  differences: Difference[]
}

/**
 * Reads the policy of a deployed receiver or guard, and compares it with its configuration. Both missing and extra entries are
 * differences.
 *
 * The events since `fromBlock` must show the initialization. Otherwise entries from before could be missed.
 *
 * @throws {@link DeploymentError} if there is no contract, {@link DeployHistoryError}, {@link ChainUnreachableError}.
 */
export async function readReceiver(parameters: ReadReceiverParameters): Promise<ReadReceiverReturnType> {
  readOptions(parameters, 'chain', 'receiver', 'wanted', 'implementation')
  const { chain, receiver, wanted, implementation, fromBlock = 0n } = parameters
  const { isCompared, differences: ofCode } = await compareImplementation(chain, receiver, implementation)
  const { kind, differences: ofKind } = await compareKind(chain, receiver, wanted.kind)
  const code = [...ofCode, ...ofKind]
  // Only receivers of signed orders, and guards, have a view for chain names.
  const asked = kind === wanted.kind ? wanted : { ...wanted, chainNames: [] }
  const policy = await readPolicy({ chain, receiver, wanted: asked, fromBlock })
  const differences = [...code, ...comparePolicy(policy, chain.id, wanted)]
  return { policy, code, codeCompared: isCompared, differences }
}

/**
 * Detects the kind of a contract from its views, not its code, and compares it with the required kind.
 *
 * @throws {@link DeploymentError} if one kind is a guard and the other a receiver: they have too little in common to compare.
 */
async function compareKind(
  chain: DeployChain,
  receiver: Address,
  required: KindName,
): Promise<{ kind: KindName; differences: Difference[] }> {
  const kind = await chain.reach(readContractKind(chain.client, receiver))
  if (kind === required) return { kind, differences: [] }
  if (kind === 'paymentGuard' || required === 'paymentGuard') {
    throw new DeploymentError(chain.id, `the contract at ${receiver} is a ${kind}, not a ${required}.`, [
      'Check --receiver, and "kind" of the configuration.',
    ])
  }
  return { kind, differences: [{ field: 'kind', found: kind, required }] }
}

/** Detects the kind of a receiver or a guard by its views. */
export async function readContractKind(client: ReceiverClient, address: Address): Promise<KindName> {
  const isGuard = await hasView(
    readContract(client, { abi: paymentGuardAbi, address, functionName: 'depository' }),
  )
  return isGuard ? 'paymentGuard' : getReceiverKind(client, { receiver: address })
}

const clone = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/

/**
 * Compares the implementation that a receiver uses with this package's implementation.
 *
 * - Warning: only the factory's clones are compared, not other proxies.
 *
 * @throws {@link DeploymentError} if there is no code at all.
 */
export async function compareImplementation(
  { id, client, reach }: DeployChain,
  receiver: Address,
  required: Address,
): Promise<{ isCompared: boolean; differences: Difference[] }> {
  const code = await reach(client.getCode({ address: receiver }))
  if (code === undefined) {
    throw new DeploymentError(id, `there is no receiver at ${receiver}.`, [
      'Deploy it, or pass --receiver. Without --receiver, the deployer, the salt and the package version determine the address.',
    ])
  }
  const [, found] = clone.exec(code) ?? []
  if (found === undefined) return { isCompared: false, differences: [] }
  if (isAddressEqual(`0x${found}` as Hex, required)) return { isCompared: true, differences: [] }
  const difference = { field: 'implementation', found: getAddress(`0x${found}`), required }
  return { isCompared: true, differences: [difference] }
}
