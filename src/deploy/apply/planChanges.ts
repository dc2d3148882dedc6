import { type Address, type Hex, zeroHash } from 'viem'
import { roleIds } from '../../contract/roleIds.js'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { comparePolicy, type Difference } from '../compare/comparePolicy.js'
import type { Policy } from '../compare/policy.js'
import type { WantedPolicy } from '../compare/wantedPolicy.js'
import type { PolicyField, PolicyFields } from '../config/kindConfigs.js'
import { DeploymentError } from '../errors.js'
import { readOptions } from '../readOptions.js'
import { type Change, listPlanners, type Planner, planCall } from './planLists.js'

/** A transaction that changes the policy of a receiver or a guard. */
export type PolicyChange = {
  /** The name of the called function. */
  step: string
  /** The role that the sender needs. */
  role: Change['role']
  to: Address
  value: '0'
  data: Hex
}

export type PlanChangesParameters = {
  receiver: Address
  chainId: number
  policy: Policy
  wanted: WantedPolicy
}

export type PlanChangesReturnType = {
  /** The changes, in the order in which they must be sent. */
  changes: PolicyChange[]
  /** The differences that remain after the changes. */
  remaining: Difference[]
}

/**
 * Plans the transactions after which the policy of a receiver or a guard matches its configuration.
 *
 * - Removals and newly reserved addresses come first, then changed entries, then additions. Addresses that are no longer reserved
 *   come last.
 * - A narrowed entry makes a receiver's authorizations stale: their calls revert until `authorizeFill` is sent again.
 * - It never pauses or unpauses, and never changes the holders of the roles admin, policy, guardian and rescue. `remaining` lists
 *   these differences, and those in values that the contract never changes.
 *
 * @throws {@link DeploymentError} if a guard would have to move the name or the id of a chain.
 *
 * @example
 * import { planChanges, readDeployConfig, wantedPolicy } from 'fillproof/deploy'
 *
 * const admin = '0x1111111111111111111111111111111111111111'
 * const depository = '0x4cD00E387622C35bDDB9b4c962C136462338BC31'
 * const solvers = ['0xf70da97812cb96acdf810712aa562db8dfa3dbef']
 * const none = wantedPolicy(readDeployConfig({ file: { kind: 'paymentGuard', admin, depository, chainName: 'base' }, chainId: 8453 }))
 * const wanted = wantedPolicy(readDeployConfig({ file: { kind: 'paymentGuard', admin, depository, chainName: 'base', solvers }, chainId: 8453 }))
 * const policy = { ...none, chainId: 8453n, nameHash: '0x12', isPaused: false, block: 1n } // as readReceiver reads it
 *
 * const { changes } = planChanges({
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   chainId: 8453,
 *   policy,
 *   wanted,
 * })
 *
 * changes.map(({ step, role }) => [step, role])
 * // [['setSolver', 'policy']]
 */
export function planChanges(parameters: PlanChangesParameters): PlanChangesReturnType {
  readOptions(parameters, 'receiver', 'chainId', 'policy', 'wanted')
  const { receiver: to, chainId, policy, wanted } = parameters
  requireKeptPairs(policy, wanted, chainId)
  const planned = [
    ...Object.values(planners).flatMap((plan) => plan?.(policy, wanted) ?? []),
    ...planRegistrars(policy, wanted),
  ]
  // The sort is stable, so entries keep the order of the configuration.
  const ordered = planned.sort((a, b) => phases.indexOf(a.phase) - phases.indexOf(b.phase))
  return {
    changes: ordered.map(({ step, role, data }) => ({ step, role, to, value: '0', data })),
    remaining: comparePolicy(applyTo(policy, wanted), chainId, wanted),
  }
}

/**
 * Rejects a configuration that pairs a chain's name or id differently than the guard does. A guard keeps each pair of a name and
 * an id for good, so such a configuration needs another guard.
 */
function requireKeptPairs(policy: Policy, { kind, chainNames }: WantedPolicy, chain: number): void {
  if (kind !== 'paymentGuard') return
  for (const { name, chainId, isEvm } of chainNames) {
    const pair = policy.chainNames.find((old) => old.name === name || old.chainId === chainId)
    if (!pair || (pair.name === name && pair.chainId === chainId && pair.isEvm === isEvm)) continue
    const found = `${pair.name} is chain ${pair.chainId}, ${pair.isEvm ? 'of the EVM' : 'not of the EVM'}`
    throw new DeploymentError(chain, `The guard keeps its names of chains for good, and ${found}.`, [
      `For ${name} as chain ${chainId}, deploy another guard.`,
    ])
  }
}

/** The planners of each list and value. Undefined for a value that the contract never changes. */
const planners: Record<PolicyField, Planner | undefined> = {
  ...listPlanners,
  recipientRoot: planRoot,
  depository: undefined,
}

const phases: readonly Change['phase'][] = ['remove', 'change', 'add', 'release']

/** Plans the change of the root. A new root makes the proofs of the old one invalid. */
function planRoot(policy: PolicyFields, wanted: PolicyFields): Change[] {
  const [old, root] = [policy.recipientRoot ?? zeroHash, wanted.recipientRoot ?? zeroHash]
  if (old === root) return []
  const phase = root === zeroHash ? 'remove' : old === zeroHash ? 'add' : 'change'
  return [{ phase, ...planCall(attestedOrderReceiverAbi, 'setRecipientRoot', [root]) }]
}

/** Plans the registrars. They are part of the configuration, although the contract stores them as a role. */
function planRegistrars(policy: Policy, wanted: WantedPolicy): Change[] {
  const [found, required] = [policy.roles.registrar ?? [], wanted.roles.registrar ?? []]
  const encode = (step: 'grantRole' | 'revokeRole', account: Address): Change => ({
    phase: step === 'revokeRole' ? 'remove' : 'add',
    ...planCall(attestedOrderReceiverAbi, step, [roleIds.registrar, account], 'admin'),
  })
  return [
    ...found.filter((account) => !required.includes(account)).map((account) => encode('revokeRole', account)),
    ...required.filter((account) => !found.includes(account)).map((account) => encode('grantRole', account)),
  ]
}

/** Returns the policy as it is after the changes. */
function applyTo(policy: Policy, wanted: WantedPolicy): Policy {
  const { registrar } = wanted.roles
  const planned = (Object.keys(planners) as PolicyField[]).filter((name) => planners[name])
  return {
    ...policy,
    ...Object.fromEntries(planned.map((name) => [name, wanted[name]])),
    roles: { ...policy.roles, ...(registrar && { registrar: [...registrar] }) },
  }
}
