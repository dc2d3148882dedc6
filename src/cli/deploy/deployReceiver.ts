import { TransactionReceiptNotFoundError } from 'viem'
import { formatCount } from '../../base/formatCount.js'
import { orUndefined } from '../../contract/rpc/orUndefined.js'
import { DeploymentError } from '../../deploy/errors.js'
import { findPending, type PendingTransaction } from '../../deploy/findPending.js'
import { createRecord, type DeployStep, type DeployTransaction, writeRecord } from '../../deploy/record.js'
import { runDeployment } from '../../deploy/runDeployment.js'
import { readStandardInput } from '../../deploy/verify/standardInput.js'
import { verifySources } from '../../deploy/verify/verifySources.js'
import { warn } from '../output.js'
import { compareReceiver, type ServiceListing } from './compareReceiver.js'
import { createWait } from './createWait.js'
import { formatDifferences } from './describe.js'
import type { Deployment } from './results.js'
import type { DeployTarget } from './target.js'

export type DeployReceiverOptions = {
  version: string
  /** The explorer to publish the sources at. */
  explorer: { url: string; apiKey: string | undefined } | undefined
  /** The service to compare the receiver with. */
  service: ServiceListing | undefined
  signal: AbortSignal
}

/** Deploys the missing contracts on one chain and writes the record. Publishes the sources if an explorer is given. */
export async function deployReceiver(
  target: DeployTarget,
  options: DeployReceiverOptions,
): Promise<Deployment> {
  const { chain, wanted, plan, recordPath, record: earlier } = target
  const record = createRecord(chain.id, options.version, target)
  // Only the record has the transaction hashes of an earlier run.
  record.transactions = [...(earlier?.transactions ?? [])] as DeployTransaction[]
  const sent: DeployTransaction[] = []
  const found: DeployStep[] = []
  const save = async () => {
    if (recordPath !== undefined) await writeRecord(recordPath, record)
  }
  const wait = createWait(
    options.signal,
    recordPath === undefined ? 'the same command continues' : 'the record has it',
  )
  await runDeployment({
    chain,
    plan,
    signal: options.signal,
    onFound: (step) => {
      found.push(step)
      warn(`chain ${chain.id}: ${step} exists`)
    },
    onAccepted: ({ step, hash }) => {
      warn(`chain ${chain.id}: ${step} sent, ${hash}`)
      wait.begin(hash)
    },
    onTransaction: async (transaction) => {
      const { step, block } = transaction
      if (block !== undefined) {
        warn(`chain ${chain.id}: ${step} mined in block ${formatCount(BigInt(block))}`)
        wait.end()
      }
      for (const list of [sent, record.transactions]) put(list, transaction)
      await save()
    },
  })
  record.transactions = await settle(chain, record.transactions)
  const pending = await findPending(chain, plan.receiver.address, target.policy)
  if (pending.length > 0) record.pending = pending
  await save()
  await confirmReceiver(target, { sent, pending, service: options.service })
  const verified = options.explorer && (await publish(target, options.explorer))
  return {
    chainId: chain.id,
    chainName: wanted.config.chainName,
    deployer: plan.deployer,
    receiver: plan.receiver.address,
    implementation: plan.implementation.address,
    factory: plan.factory.address,
    found,
    transactions: sent,
    ...(pending.length > 0 && { pending }),
    ...(recordPath !== undefined && { record: recordPath }),
    ...(verified && { verified }),
  }
}

/**
 * Adds the receipts of mined transactions, and drops the other transactions. An earlier run may have ended before it
 * sent a transaction, or before the transaction was mined.
 */
async function settle(
  { client, reach }: DeployTarget['chain'],
  transactions: readonly DeployTransaction[],
): Promise<DeployTransaction[]> {
  const settled = await Promise.all(
    transactions.map(async (transaction) => {
      if (transaction.block !== undefined) return [transaction]
      const { hash, step } = transaction
      const receipt = await reach(
        client.getTransactionReceipt({ hash }).catch(orUndefined(TransactionReceiptNotFoundError)),
      )
      if (!receipt) return []
      return [{ step, hash, block: String(receipt.blockNumber), gasUsed: String(receipt.gasUsed) }]
    }),
  )
  return settled.flat()
}

/** Adds a transaction, or replaces the earlier one of the same step. */
function put(list: DeployTransaction[], transaction: DeployTransaction): void {
  const index = list.findIndex(({ step }) => step === transaction.step)
  if (index < 0) list.push(transaction)
  else list[index] = transaction
}

/**
 * Compares the receiver with its configuration, as `--check` does. The address alone does not show the configuration:
 * a receiver with other settings has the same address.
 */
async function confirmReceiver(
  target: DeployTarget,
  parameters: {
    sent: readonly DeployTransaction[]
    pending: readonly PendingTransaction[]
    service: ServiceListing | undefined
  },
): Promise<void> {
  const { sent, pending, service } = parameters
  const { chain, receiver, fromBlock } = target
  const policy = pending.length > 0 ? { ...target.policy, recipientRoot: undefined } : target.policy
  const mined = sent.find(({ step }) => step === 'receiver')?.block
  const firstBlock = mined === undefined ? fromBlock : BigInt(mined)
  const { differences } = await compareReceiver({ ...target, policy, fromBlock: firstBlock }, service)
  if (differences.length === 0) return
  warn(formatDifferences(differences, process.stderr))
  throw new DeploymentError(chain.id, `the receiver ${receiver} differs from its configuration.`, [
    mined === undefined
      ? 'It existed before. Correct the configuration, choose another --salt, or change it: --apply prints the transactions.'
      : 'Run it with --check, if possible against another node.',
  ])
}

async function publish(
  { chain, wanted, plan }: DeployTarget,
  { url, apiKey }: { url: string; apiKey: string | undefined },
): Promise<Deployment['verified']> {
  const contracts = [
    ...(plan.inbox ? [{ address: plan.inbox.address, name: 'inbox' as const }] : []),
    { address: plan.implementation.address, name: wanted.kind },
    { address: plan.factory.address, name: 'receiverFactory' as const },
  ]
  const verified: Deployment['verified'] = []
  for (const { address, name } of contracts) {
    const input = await readStandardInput(name)
    const contract = input.contract.split(':')[1]!
    warn(`chain ${chain.id}: publishing the sources of ${contract}`)
    const outcome = await verifySources({ url, apiKey, chainId: chain.id, address, input })
    verified.push({ contract, address, outcome })
  }
  return verified
}
