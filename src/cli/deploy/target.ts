import { type Account, type Address, getAddress, isAddressEqual, zeroAddress } from 'viem'
import { type WantedPolicy, wantedPolicy } from '../../deploy/check/wantedPolicy.js'
import { type DeployConfig, readDeployConfig } from '../../deploy/config/readDeployConfig.js'
import { createChain, type DeployChain } from '../../deploy/createChain.js'
import { DeployRecordError } from '../../deploy/errors.js'
import { type DeploymentPlan, planDeployment } from '../../deploy/planDeployment.js'
import { findRecordPath, type ReadRecord, readRecord } from '../../deploy/record.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { UsageError } from '../errors.js'
import { readAddressOption } from '../options.js'
import {
  checkCombination,
  type DeployOptions,
  readConfigFile,
  readConfigOptions,
  readFromBlock,
  readRpcUrls,
} from './readOptions.js'
import { readRecipientRoot } from './readRecipientRoot.js'

/** One chain, and the wanted receiver. */
export type DeployTarget = {
  chain: DeployChain
  wanted: DeployConfig
  /** The wanted policy, once nothing is pending. */
  policy: WantedPolicy
  plan: DeploymentPlan
  /** The planned receiver, or the one to compare. */
  receiver: Address
  /** The record's file, if any, and its content from an earlier run. */
  recordPath: string | undefined
  record: ReadRecord | undefined
  /** The first block of the receiver's history, if known. */
  fromBlock: bigint | undefined
}

/**
 * Reads everything for every chain before anything is sent.
 *
 * @throws {@link UsageError}, {@link DeployConfigError}, {@link DeployRecordError} or {@link ChainUnreachableError}.
 */
export async function readTargets(
  options: DeployOptions,
  deployer: Account | Address | undefined,
  profile: ServiceProfile,
): Promise<DeployTarget[]> {
  const rpcUrls = readRpcUrls(options)
  checkCombination(options, rpcUrls.length)
  const [file, fields] = [await readConfigFile(options), readConfigOptions(options)]
  const fromBlock = readFromBlock(options)
  const chains = await Promise.all(
    rpcUrls.map((rpcUrl) => createChain({ rpcUrl, account: deployer ?? zeroAddress })),
  )
  const ids = chains.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new UsageError(`Two of --rpc-url lead to chain ${twice}.`)
  if (chains.length > 1 && options.record?.endsWith('.json')) {
    throw new UsageError('--record must be a folder for several chains.')
  }
  return Promise.all(
    chains.map(async (chain) => {
      const known = profile.chains?.find(({ id }) => id === chain.id)
      const wanted = readDeployConfig({ file, options: fields, chainId: chain.id, chain: known })
      const plan = planDeployment(wanted, chain.client.account.address)
      const named =
        options.receiver === undefined ? undefined : readAddressOption('--receiver', options.receiver)
      // The account that changes a policy need not be the deployer, so the record's file comes first.
      const isRecorded = options.apply === 'send' && options.record?.endsWith('.json')
      const isPlanned = deployer !== undefined && !isRecorded
      const expected = named ?? (isPlanned ? plan.receiver.address : undefined)
      const { recordPath, record } = await openRecord(options.record, chain.id, expected)
      const receiver = expected ?? record?.receiver.address
      if (receiver === undefined) {
        throw new UsageError('The receiver is unknown.', {
          metaMessages: ['Say --receiver, --record with its file, or its deployer.'],
        })
      }
      const recorded = record?.transactions.find(({ step }) => step === 'receiver')?.block
      const from = fromBlock ?? (recorded === undefined ? undefined : BigInt(recorded))
      const root = await readRecipientRoot(wanted, chain.id, getAddress(receiver))
      const policy = wantedPolicy(wanted, root)
      return {
        chain,
        wanted,
        policy,
        plan,
        receiver: getAddress(receiver),
        recordPath,
        record,
        fromBlock: from,
      }
    }),
  )
}

async function openRecord(path: string | undefined, chainId: number, receiver: Address | undefined) {
  if (path === undefined) return { recordPath: undefined, record: undefined }
  const recordPath = receiver === undefined ? path : await findRecordPath(path, chainId, receiver)
  const record = await readRecord(recordPath)
  const isOther =
    record && (record.chainId !== chainId || (receiver && !isAddressEqual(record.receiver.address, receiver)))
  if (isOther) {
    const problem = `is of the receiver ${record.receiver.address} on chain ${record.chainId}.`
    throw new DeployRecordError({ path: recordPath, problem })
  }
  return { recordPath, record }
}
