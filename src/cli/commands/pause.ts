import { type Account, type Address, encodeFunctionData, type Hash, type Hex, type PublicClient } from 'viem'
import { formatCount } from '../../base/formatCount.js'
import { isPaused } from '../../contract/isPaused.js'
import { pause, unpause } from '../../contract/policyActions.js'
import { roleIds } from '../../contract/roleIds.js'
import { waitForReceipt } from '../../contract/rpc/waitForReceipt.js'
import { createSafeBatch } from '../../deploy/apply/createSafeBatch.js'
import { readContractKind } from '../../deploy/compare/readReceiver.js'
import type { KindName } from '../../deploy/config/kindConfigs.js'
import { attestedOrderReceiverAbi as abi } from '../../generated/abi/attestedOrderReceiver.js'
import { type AccountOptions, addressOf, readAccount } from '../account/readAccount.js'
import { readSender, type Sender } from '../account/readSender.js'
import { UsageError } from '../errors.js'
import { type ChainNode, createNodeClient, explainReceiverError, readNode } from '../node.js'
import { type GlobalOptions, readAddressOption } from '../options.js'
import { print, printJson, warn } from '../output.js'

export type StatusOptions = GlobalOptions & { rpcUrl: string; receiver: string }

export type PauseOptions = StatusOptions & AccountOptions & { send?: boolean; safe?: boolean }

/** Prints the state of a receiver or a guard. Returns the exit status: 0, or 1 while it is paused. */
export async function showStatus(options: StatusOptions): Promise<number> {
  const { state } = await open(options, await readAccount({}))
  if (options.json) printJson(state)
  else print(describeState(state))
  return state.paused ? 1 : 0
}

/** Plans or sends the transaction that pauses or unpauses a receiver or a guard. Returns the exit status. */
export async function changePause(step: 'pause' | 'unpause', options: PauseOptions): Promise<number> {
  if (options.send && options.safe) throw new UsageError('--send and --safe exclude each other.')
  const sender = await readSender(options, readNode(options.rpcUrl))
  const { state, node, client } = await open(options, sender?.account ?? (await readAccount({})))
  const { chainId, receiver: to } = state
  const data = encodeFunctionData({ abi, functionName: step })
  const role = step === 'pause' ? 'guardian' : 'admin'
  const transaction = { step, role, to, value: '0', data } as const
  const isNeeded = state.paused !== (step === 'pause')
  if (!isNeeded && options.safe)
    throw new UsageError(`The contract is ${state.paused ? '' : 'not '}paused already.`)
  if (options.safe) {
    printJson(createSafeBatch({ chainId, changes: [transaction], name: `fillproof: ${step} ${to}` }))
    return 0
  }
  const plan: PausePlan = !isNeeded
    ? { ...state, status: 'unneeded' }
    : sender
      ? await send({ state, transaction, sender, node, client })
      : { ...state, status: 'planned', transaction }
  if (options.json) printJson(plan)
  else print(describePlan(plan))
  return plan.status === 'failed' ? 1 : 0
}

type Opened = { state: ContractState; node: ChainNode; client: PublicClient }

/** Reads the contract's state and the account's roles. @throws {@link UsageError} */
async function open(options: StatusOptions, account: Account | Address | undefined): Promise<Opened> {
  const node = readNode(options.rpcUrl)
  const receiver = readAddressOption('--receiver', options.receiver)
  const client = createNodeClient(node)
  try {
    const [chainId, block] = await Promise.all([client.getChainId(), client.getBlockNumber({ cacheTime: 0 })])
    const kind = await readContractKind(client, receiver)
    const paused = await isPaused(client, { receiver })
    const policyEpoch = kind === 'paymentGuard' ? undefined : await readEpoch(client, receiver)
    const address = account && addressOf(account)
    const roles = address === undefined ? [] : await readRoles(client, receiver, address)
    const state = {
      ...{ chainId, receiver, kind, block, paused },
      ...(policyEpoch !== undefined && { policyEpoch }),
      ...(address !== undefined && { account: { address, roles } }),
    }
    return { state, node, client }
  } catch (error) {
    throw explainReceiverError(error, node, ['receiver or guard', 'its chain'])
  }
}

function readEpoch(client: PublicClient, address: ContractState['receiver']): Promise<bigint> {
  return client.readContract({ abi, address, functionName: 'policyEpoch' })
}

async function readRoles(
  client: PublicClient,
  address: ContractState['receiver'],
  account: ContractState['receiver'],
): Promise<string[]> {
  const held = await Promise.all(
    (['admin', 'policy', 'guardian', 'rescue'] as const).map(async (role) => {
      const args = [roleIds[role], account] as const
      return (await client.readContract({ abi, address, functionName: 'hasRole', args })) ? [role] : []
    }),
  )
  return held.flat()
}

async function send(
  parameters: Opened & { transaction: NonNullable<PausePlan['transaction']>; sender: Sender },
): Promise<PausePlan> {
  const { state, transaction, sender, node, client } = parameters
  const { receiver } = state
  try {
    const change = transaction.step === 'pause' ? pause : unpause
    const hash = await change(sender.wallet, { receiver, account: sender.account })
    warn(`Sent ${hash}, waiting for its receipt.`)
    const receipt = await waitForReceipt(client, { hash })
    const paused = await isPaused(client, { receiver })
    const status = receipt.status === 'success' ? 'sent' : 'failed'
    return { ...state, block: receipt.blockNumber, paused, status, transaction, hash }
  } catch (error) {
    throw explainReceiverError(error, node, ['receiver or guard', 'its chain'])
  }
}

type ContractState = {
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
type PausePlan = ContractState & {
  status: 'planned' | 'sent' | 'failed' | 'unneeded'
  /** The transaction to send. Absent if none is needed. */
  transaction?: { step: 'pause' | 'unpause'; role: 'admin' | 'guardian'; to: Address; value: '0'; data: Hex }
  /** The transaction's hash, after it was mined. */
  hash?: Hash
}

/** Formats the state of a contract for people. */
function describeState({ account, ...state }: ContractState): string {
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
function describePlan({ status, transaction, hash, ...state }: PausePlan): string {
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
