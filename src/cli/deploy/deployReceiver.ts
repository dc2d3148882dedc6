import { ChainUnreachableError } from '../../contract/rpc/errors.js'
import { comparePolicy } from '../../deploy/check/comparePolicy.js'
import { readPolicy } from '../../deploy/check/readPolicy.js'
import { DeploymentError } from '../../deploy/errors.js'
import { findPending, type PendingTransaction } from '../../deploy/findPending.js'
import { createRecord, type DeployStep, type DeployTransaction, writeRecord } from '../../deploy/record.js'
import { runDeployment } from '../../deploy/runDeployment.js'
import { readStandardInput } from '../../deploy/verify/standardInput.js'
import { verifySources } from '../../deploy/verify/verifySources.js'
import { warn } from '../output.js'
import { formatDifferences } from './describe.js'
import type { Deployment } from './results.js'
import type { DeployTarget } from './target.js'

export type DeployReceiverOptions = {
  version: string
  /** Publishes the sources there. */
  explorer: { url: string; apiKey: string | undefined } | undefined
  signal: AbortSignal
}

/** Deploys what is missing on one chain, keeps the record, and publishes the sources if asked. */
export async function deployReceiver(
  target: DeployTarget,
  options: DeployReceiverOptions,
): Promise<Deployment> {
  const { chain, wanted, plan, recordPath, record: earlier } = target
  const record = createRecord(chain.id, options.version, target)
  // The hashes of an earlier run are only in its record.
  record.transactions = [...(earlier?.transactions ?? [])] as DeployTransaction[]
  const sent: DeployTransaction[] = []
  const found: DeployStep[] = []
  const save = async () => {
    if (recordPath !== undefined) await writeRecord(recordPath, record)
  }
  await runDeployment({
    chain,
    plan,
    signal: options.signal,
    onFound: (step) => {
      found.push(step)
      warn(`chain ${chain.id}: ${step} exists`)
    },
    onTransaction: async (transaction) => {
      warn(
        `chain ${chain.id}: ${transaction.step} ${transaction.block ? 'mined in block' : 'sent,'} ${transaction.block ?? transaction.hash}`,
      )
      for (const list of [sent, record.transactions]) put(list, transaction)
      await save()
    },
  })
  record.transactions = await settle(chain, record.transactions)
  const pending = await findPending(chain, plan.receiver.address, target.policy)
  if (pending.length > 0) record.pending = pending
  await save()
  await confirmReceiver(target, found.includes('receiver'), pending)
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

/** An earlier run may have ended before a transaction was mined, or sent. */
async function settle(
  { client, reach }: DeployTarget['chain'],
  transactions: readonly DeployTransaction[],
): Promise<DeployTransaction[]> {
  const settled = await Promise.all(
    transactions.map(async (transaction) => {
      if (transaction.block !== undefined) return [transaction]
      const { hash, step } = transaction
      const receipt = await reach(client.getTransactionReceipt({ hash })).catch((error: unknown) => {
        if (error instanceof ChainUnreachableError) throw error
      })
      if (!receipt) return []
      return [{ step, hash, block: String(receipt.blockNumber), gasUsed: String(receipt.gasUsed) }]
    }),
  )
  return settled.flat()
}

/** One transaction for each step: the last one counts. */
function put(list: DeployTransaction[], transaction: DeployTransaction): void {
  const index = list.findIndex(({ step }) => step === transaction.step)
  if (index < 0) list.push(transaction)
  else list[index] = transaction
}

/** The address does not depend on the configuration, so the configuration is read. */
async function confirmReceiver(
  { chain, policy: { recipientRoot, ...rest }, receiver }: DeployTarget,
  wasThere: boolean,
  pending: readonly PendingTransaction[],
): Promise<void> {
  const wanted = recipientRoot === undefined || pending.length > 0 ? rest : { ...rest, recipientRoot }
  const policy = await readPolicy({ chain, receiver, wanted, fromBlock: undefined })
  const differences = comparePolicy(policy, chain.id, wanted)
  if (differences.length === 0) return
  warn(formatDifferences(differences))
  throw new DeploymentError(chain.id, `the receiver ${receiver} differs from its configuration.`, [
    wasThere
      ? 'It existed before, and only its admin can change it. Choose another --salt, or correct the configuration.'
      : 'Run it with --check, if possible against another node.',
  ])
}

async function publish(
  { chain, wanted, plan }: DeployTarget,
  { url, apiKey }: { url: string; apiKey: string | undefined },
): Promise<Deployment['verified']> {
  const contracts = [
    { address: plan.implementation.address, name: wanted.kind },
    { address: plan.factory.address, name: 'fillReceiverFactory' },
  ] as const
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
