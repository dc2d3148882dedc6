import type { Address, Hash, Hex } from 'viem'
import { formatCount } from '../../base/formatCount.js'
import type { KindName } from '../../deploy/config/kindConfigs.js'

/** The state of a receiver or a guard. */
export type ContractState = {
  chainId: number
  receiver: Address
  kind: KindName
  block: bigint
  paused: boolean
  /** The receiver's policy epoch. Authorizations of earlier epochs are stale. */
  policyEpoch?: bigint
  /** The account of the given key, and the account's roles. */
  account?: { address: Address; roles: string[] }
}

/** The plan or the result of `pause` and `unpause`. */
export type PausePlan = ContractState & {
  status: 'planned' | 'sent' | 'failed' | 'unneeded'
  /** The transaction to send. Absent if none is needed. */
  transaction?: { step: 'pause' | 'unpause'; role: 'admin' | 'guardian'; to: Address; value: '0'; data: Hex }
  /** The transaction's hash, after it was mined. */
  hash?: Hash
}

/** Formats the state of a contract for people. */
export function describeState({ account, ...state }: ContractState): string {
  const { chainId, receiver, kind, block, paused, policyEpoch } = state
  return [
    `Contract  ${receiver}`,
    `          ${kind} on chain ${chainId}, at block ${formatCount(block)}`,
    `State     ${paused ? 'paused: every payment is rejected' : 'not paused'}`,
    ...(policyEpoch === undefined ? [] : [`Epoch     ${policyEpoch}, of the policy`]),
    ...(account
      ? [`Account   ${account.address}`, `          ${account.roles.join(', ') || 'no role'}`]
      : []),
  ].join('\n')
}

/** Formats the transaction and the next steps for people. */
export function describePlan({ status, transaction, hash, ...state }: PausePlan): string {
  const lines = [describeState(state)]
  if (transaction) {
    const { step, role, to, data } = transaction
    lines.push(
      `Call      ${step}(), which needs the role ${role}`,
      `          to ${to}`,
      `          data ${data}`,
    )
  }
  if (hash) lines.push(`Sent in   ${hash}`)
  return [...lines, next[status], ...(status === 'sent' && state.paused ? [undo] : [])].join('\n')
}

const next = {
  planned: 'Nothing was sent. --send sends it; --safe prints a batch for a Safe.',
  sent: 'Done.',
  failed: 'The transaction reverted: someone else may have changed the state or the roles before it.',
  unneeded: 'Nothing to do.',
} satisfies Record<PausePlan['status'], string>

const undo = 'Next: end the pause with fillproof unpause and the same options.'
