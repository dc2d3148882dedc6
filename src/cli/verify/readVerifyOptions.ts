import type { Address, Hex } from 'viem'
import { toBytes } from '../../base/values.js'
import type { ReceiverTarget } from '../../inspect/inspectRequest.js'
import type { OrderFile } from '../../inspect/order/givenOrder.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { UsageError } from '../errors.js'
import { type ChainNode, readNode } from '../node.js'
import {
  type ChecksumOptions,
  readAddressOption,
  readApiKey,
  readServiceUrl,
  readSolverOption,
} from '../options.js'
import { printable } from '../output.js'
import { readOrderFile } from './readOrderFile.js'
import { readRecipientProofFile } from './readRecipientProofFile.js'

export type VerifyRequestOptions = ChecksumOptions & {
  url?: string
  /** `v1` by default. */
  layout?: 'v1' | 'v2'
  /** Trusted in place of the profile's solver. */
  solver?: string[]
  order?: string
  rpcUrl?: string
  originRpcUrl?: string
  /** In place of `rpcUrl`. */
  node?: ChainNode
  receiver?: string
  payer?: string
  recipientProof?: string
  fromBlock?: string
}

/** The receiver to ask, and its node. */
type VerifyTarget = Omit<ReceiverTarget, 'client' | 'originClient'> & {
  node: ChainNode
  originNode?: ChainNode
}

export type RequestTask = {
  url: string
  layout: 'v1' | 'v2'
  apiKey: string | undefined
  /** Whether an option named the service. */
  isServiceNamed: boolean
  trusted: Address[]
  given: OrderFile
  target: VerifyTarget | undefined
}

export type VerifyTask = RequestTask & { requestId: Hex }

/** Reads all options, and the files that they name. @throws {@link UsageError} */
export async function readVerifyOptions(
  id: string,
  options: VerifyRequestOptions,
  profile: ServiceProfile,
): Promise<VerifyTask> {
  return { requestId: readRequestId(id), ...(await readRequestOptions(options, profile)) }
}

/** Reads the options that say whom to ask and trust. @throws {@link UsageError} */
export async function readRequestOptions(
  options: VerifyRequestOptions,
  profile: ServiceProfile,
): Promise<RequestTask> {
  return {
    url: readServiceUrl(options.url, profile),
    layout: options.layout ?? 'v1',
    apiKey: readApiKey(),
    isServiceNamed: options.url !== undefined,
    trusted: readSolverOption(options, profile),
    target: await readTarget(options),
    given: options.order === undefined ? {} : await readOrderFile(options.order),
  }
}

function readRequestId(id: string): Hex {
  const requestId = toBytes(id, [32])
  if (requestId && BigInt(requestId) !== 0n) return requestId
  throw new UsageError(`The request id must be 32 bytes of hex other than zero, found "${printable(id)}".`)
}

async function readTarget(options: VerifyRequestOptions): Promise<VerifyTarget | undefined> {
  const { rpcUrl, originRpcUrl, node: given, receiver, payer, recipientProof, fromBlock } = options
  if (rpcUrl === undefined && receiver === undefined) {
    const dependent = {
      'origin-rpc-url': originRpcUrl,
      payer,
      'recipient-proof': recipientProof,
      'from-block': fromBlock,
    }
    for (const [name, value] of Object.entries(dependent)) {
      if (value !== undefined) throw new UsageError(`--${name} needs a receiver: say --receiver.`)
    }
    return undefined
  }
  const node = given ?? (rpcUrl === undefined ? undefined : readNode(rpcUrl))
  if (node === undefined || receiver === undefined) {
    throw new UsageError('--rpc-url and --receiver go together.')
  }
  return {
    node,
    ...(originRpcUrl !== undefined && { originNode: readNode(originRpcUrl, '--origin-rpc-url') }),
    receiver: readAddressOption('--receiver', receiver, options),
    payer: payer === undefined ? undefined : readAddressOption('--payer', payer, options),
    fromBlock: fromBlock === undefined ? undefined : readBlock(fromBlock),
    recipientProof: recipientProof === undefined ? undefined : await readRecipientProofFile(recipientProof),
  }
}

function readBlock(value: string): bigint {
  if (/^\d{1,15}$/.test(value)) return BigInt(value)
  throw new UsageError(`--from-block must be a block number, found "${printable(value)}".`)
}
