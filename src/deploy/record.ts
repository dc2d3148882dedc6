import { mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Address, type Hash, type Hex, isAddressEqual } from 'viem'
import * as z from 'zod'
import { cleanText } from '../base/cleanText.js'
import { decodeText } from '../base/decodeText.js'
import { deterministicProxy } from '../base/deterministicProxy.js'
import { parseJson } from '../base/parseJson.js'
import { toBytes } from '../base/values.js'
import { writeBigint } from '../base/writeBigint.js'
import { compiler } from '../generated/compiler.js'
import type { WantedPolicy } from './compare/wantedPolicy.js'
import type { KindName } from './config/kindConfigs.js'
import type { DeployConfig } from './config/readDeployConfig.js'
import { DeployRecordError } from './errors.js'
import type { PendingTransaction } from './findPending.js'
import type { DeploymentPlan, PlannedContract } from './planDeployment.js'

/** The transactions of a deployment, in order. */
const steps = ['fundProxyDeployer', 'installProxy', 'inbox', 'implementation', 'factory', 'receiver'] as const
export type DeployStep = (typeof steps)[number]

/** A sent transaction, with its block once it is mined. */
export type DeployTransaction = { step: DeployStep; hash: Hash; block?: string; gasUsed?: string }

/** The record of a deployment: everything needed to repeat, verify and compare it. */
export type DeployRecord = {
  format: typeof format
  /** The version of this package. */
  version: string
  kind: KindName
  chainId: number
  deployer: Address
  proxy: Address
  /** Absent unless the kind needs it. */
  inbox?: RecordedContract
  implementation: RecordedContract
  factory: RecordedContract
  receiver: Omit<DeploymentPlan['receiver'], 'data'> & {
    /** The decoded arguments. Amounts are decimal strings. */
    arguments: unknown
  }
  compiler: { version: string; settings: object }
  transactions: DeployTransaction[]
  /** The admin's transactions. Absent if there are none. */
  pending?: PendingTransaction[]
}

type RecordedContract = { address: Address; salt: Hex; initCodeHash: Hex; constructorArguments: '0x' }

const format = 'fillproof-deployment-1'
const mostBytes = 2 ** 24
const hex = z.custom<Hex>((value) => toBytes(value) !== undefined)
const address = z.custom<Address>((value) => toBytes(value, [20]) !== undefined)

/** The part of a record that later runs read. The file may have been edited by hand. */
const schema = z.looseObject({
  format: z.literal(format),
  chainId: z.int().positive(),
  receiver: z.looseObject({ address }),
  transactions: z.array(
    z.strictObject({
      step: z.enum(steps),
      hash: hex,
      block: z.string().regex(/^\d+$/).optional(),
      gasUsed: z.string().optional(),
    }),
  ),
})

export type ReadRecord = z.output<typeof schema>

export function createRecord(
  chainId: number,
  version: string,
  { wanted, policy, plan }: { wanted: DeployConfig; policy: WantedPolicy; plan: DeploymentPlan },
): DeployRecord {
  const { kind, config } = wanted
  const { recipientRoot } = policy
  const { data: _, ...receiver } = plan.receiver
  return {
    format,
    version,
    kind,
    chainId,
    deployer: plan.deployer,
    proxy: deterministicProxy.address,
    ...(plan.inbox && { inbox: describeContract(plan.inbox) }),
    implementation: describeContract(plan.implementation),
    factory: describeContract(plan.factory),
    receiver: { ...receiver, arguments: { ...config, ...(recipientRoot && { recipientRoot }) } },
    compiler,
    transactions: [],
  }
}

function describeContract({ address, salt, initCodeHash }: PlannedContract): RecordedContract {
  return { address, salt, initCodeHash, constructorArguments: '0x' }
}

/**
 * Returns the path of the record: the given path if it is a file. In a folder, the file is named after the chain and the
 * receiver.
 */
export async function findRecordPath(path: string, chainId: number, receiver: Address): Promise<string> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => !path.endsWith('.json'),
  )
  return isFolder ? join(path, `${chainId}-${receiver.toLowerCase()}.json`) : path
}

export type FoundRecord = { recordPath: string; record: ReadRecord }

/**
 * Finds the record of an existing receiver: in the given file, or in the given folder, by the chain and the receiver.
 *
 * If only one record matches, it is used even if another receiver is planned. If several match, the record of the planned
 * receiver is used.
 *
 * @throws {@link DeployRecordError} if no record matches, or if several match and none or more than one is of the planned
 *   receiver.
 */
export async function findDeployRecord(
  path: string,
  parameters: { chainId: number; receiver: Address | undefined; planned: Address | undefined },
): Promise<FoundRecord> {
  const { chainId, receiver, planned } = parameters
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const found = isFolder ? await readFolder(path) : await readOne(path)
  const isWanted = ({ record }: FoundRecord) =>
    record.chainId === chainId && (!receiver || isAddressEqual(record.receiver.address, receiver))
  const candidates = found.filter(isWanted)
  const own = candidates.filter(({ record }) => planned && isAddressEqual(record.receiver.address, planned))
  const chosen = candidates.length > 1 ? own : candidates
  if (chosen.length === 1) return chosen[0]!
  throw new DeployRecordError({ path, problem: describeRecords(isFolder, found, candidates, chainId) })
}

async function readOne(path: string): Promise<FoundRecord[]> {
  const record = await readDeployRecord(path)
  if (record) return [{ recordPath: path, record }]
  throw new DeployRecordError({ path, problem: 'does not exist.' })
}

/** Reads the records in a folder, which may contain other files. */
async function readFolder(path: string): Promise<FoundRecord[]> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.json')).sort()
  const found = await Promise.all(
    names.map(async (name) => {
      const recordPath = join(path, name)
      const record = await readDeployRecord(recordPath).catch((error: unknown) => {
        if (!(error instanceof DeployRecordError)) throw error
        return undefined
      })
      return record ? [{ recordPath, record }] : []
    }),
  )
  return found.flat()
}

function describeRecords(
  isFolder: boolean,
  found: readonly FoundRecord[],
  candidates: readonly FoundRecord[],
  chainId: number,
): string {
  const list = (records: readonly FoundRecord[]) =>
    records
      .map(({ recordPath, record }) => `${record.receiver.address} in ${cleanText(basename(recordPath))}`)
      .join(', ')
  if (candidates.length > 1)
    return `has several of chain ${chainId}: ${list(candidates)}. Name one with --receiver.`
  const [only] = found
  if (!isFolder && only)
    return `belongs to the receiver ${only.record.receiver.address} on chain ${only.record.chainId}.`
  return `has none of chain ${chainId}${found.length > 0 ? ` and this receiver, only ${list(found)}` : ''}.`
}

/** Reads a record. Returns undefined if there is no file. @throws {@link DeployRecordError} */
export async function readDeployRecord(path: string): Promise<ReadRecord | undefined> {
  let text: string
  try {
    const { size } = await stat(path)
    if (size > mostBytes) throw new DeployRecordError({ path, problem: 'has more than 16 MiB.' })
    text = decodeText(await readFile(path))
  } catch (error) {
    if (error instanceof DeployRecordError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new DeployRecordError({ path, problem: `can't be read (${code}).` })
  }
  const result = schema.safeParse(parseJson(text))
  if (result.success) return result.data
  throw new DeployRecordError({ path, problem: 'is not the record of a deployment.' })
}

/** Writes the whole record or nothing. @throws {@link DeployRecordError} */
export async function writeRecord(path: string, record: DeployRecord): Promise<void> {
  const text = JSON.stringify(record, writeBigint, 2)
  try {
    await mkdir(dirname(path), { recursive: true })
    // If the path is a link, replace the file that it points to, not the link.
    const target = await realpath(path).catch(() => path)
    await writeFile(`${target}.part`, `${text}\n`)
    await rename(`${target}.part`, target)
  } catch (error) {
    throw new DeployRecordError({
      path,
      problem: `can't be written (${(error as NodeJS.ErrnoException).code}).`,
    })
  }
}
