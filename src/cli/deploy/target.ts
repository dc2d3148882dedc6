import { type Account, type Address, getAddress, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { type WantedPolicy, wantedPolicy } from '../../deploy/compare/wantedPolicy.js'
import { type DeployConfig, findUnfilled, readDeployConfig } from '../../deploy/config/readDeployConfig.js'
import { createChain, type DeployChain } from '../../deploy/createChain.js'
import { DeployRecordError } from '../../deploy/errors.js'
import { type DeploymentPlan, planDeployment } from '../../deploy/planDeployment.js'
import { findDeployRecord, findRecordPath, type ReadRecord, readDeployRecord } from '../../deploy/record.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { UsageError } from '../errors.js'
import { readAddressOption } from '../options.js'
import { printable } from '../output.js'
import { readDump } from '../recipients/readDump.js'
import {
  checkCombination,
  type DeployOptions,
  readConfigFile,
  readConfigOptions,
  readFromBlock,
  readRpcUrls,
} from './readOptions.js'

export type DeployTarget = {
  chain: DeployChain
  wanted: DeployConfig
  profileName: string
  /** The lists for which the profile has no entries on this chain. */
  unfilled: ReturnType<typeof findUnfilled>
  /** The policy that the receiver must have once all pending transactions are mined. */
  policy: WantedPolicy
  plan: DeploymentPlan
  /** The planned receiver, or the one to compare. */
  receiver: Address
  /** The path of the record, if any, and the record of an earlier run. */
  recordPath: string | undefined
  record: ReadRecord | undefined
  /** The first block of the receiver's history, if known. */
  fromBlock: bigint | undefined
}

/**
 * Reads the options, files and state of every chain before anything is sent.
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
      const planned = deployer === undefined ? undefined : plan.receiver.address
      const isExisting = options.check || options.apply !== undefined
      const opened = isExisting
        ? await openExisting(options.record, chain.id, named, planned)
        : await openPlanned(options.record, chain.id, plan.receiver.address)
      const { recordPath, record, receiver } = opened
      const recorded = record?.transactions.find(({ step }) => step === 'receiver')?.block
      const from = fromBlock ?? (recorded === undefined ? undefined : BigInt(recorded))
      const root = await readRecipientRoot(wanted, chain.id, getAddress(receiver))
      const policy = wantedPolicy(wanted, root)
      return {
        chain,
        wanted,
        profileName: profile.name,
        unfilled: findUnfilled(wanted.kind, known),
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

type Opened = Pick<DeployTarget, 'recordPath' | 'record' | 'receiver'>

/**
 * Finds an existing receiver. The record takes precedence over the planned address, which is wrong if another account deployed
 * the receiver.
 */
async function openExisting(
  path: string | undefined,
  chainId: number,
  named: Address | undefined,
  planned: Address | undefined,
): Promise<Opened> {
  if (path !== undefined) {
    const found = await findDeployRecord(path, { chainId, receiver: named, planned })
    return { ...found, receiver: found.record.receiver.address }
  }
  const receiver = named ?? planned
  if (receiver !== undefined) return { recordPath: undefined, record: undefined, receiver }
  throw new UsageError('The receiver is unknown.', {
    metaMessages: ['Pass --receiver or --record, or the account that deployed it.'],
  })
}

async function openPlanned(path: string | undefined, chainId: number, receiver: Address): Promise<Opened> {
  if (path === undefined) return { recordPath: undefined, record: undefined, receiver }
  const recordPath = await findRecordPath(path, chainId, receiver)
  const record = await readDeployRecord(recordPath)
  if (!record || (record.chainId === chainId && isAddressEqual(record.receiver.address, receiver))) {
    return { recordPath, record, receiver }
  }
  const problem = `belongs to the receiver ${record.receiver.address} on chain ${record.chainId}.`
  throw new DeployRecordError({ path: recordPath, problem })
}

/**
 * Reads the recipient root from a configuration, or from the file that it names.
 *
 * - A tree is bound to one receiver on one chain, so the file of another receiver is refused. A bare root can't be checked.
 *
 * @throws {@link UsageError}
 */
async function readRecipientRoot(
  { config }: DeployConfig,
  chainId: number,
  receiver: Address,
): Promise<Hex | undefined> {
  const root = 'recipientRoot' in config ? config.recipientRoot : undefined
  if (root === undefined || typeof root === 'string') return root
  const tree = await readDump(root.file)
  if (tree.chainId === chainId && isAddressEqual(tree.receiver, receiver)) return tree.root
  throw new UsageError(
    `recipientRoot: the tree in "${printable(root.file)}" belongs to the receiver ${tree.receiver} on chain ${tree.chainId}.`,
    {
      metaMessages: [
        `Build it again: fillproof recipients build LIST --chain-id ${chainId} --receiver ${receiver} --out FILE`,
      ],
    },
  )
}
