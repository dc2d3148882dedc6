import type { Address, Hex } from 'viem'
import { decodeText } from '../../base/decodeText.js'
import { FillproofError } from '../../base/FillproofError.js'
import { toBytes } from '../../base/values.js'
import { type ParsedEvidence, parseEvidence } from '../../report/evidence/parseEvidence.js'
import type { OrderFile } from '../../report/order/givenOrder.js'
import type { ReceiverTarget } from '../../report/reportRequest.js'
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
import { mostBytes, readFileWithin } from '../readFileWithin.js'
import { readLink } from './readLink.js'
import { readOrderFile } from './readOrderFile.js'
import { readRecipientProofFile } from './readRecipientProofFile.js'

export type VerifyRequestOptions = ChecksumOptions & {
  url?: string
  /** Whether to make no network requests. */
  offline?: boolean
  /** Defaults to `v1`. */
  layout?: 'v1' | 'v2'
  /** The solvers to trust instead of the profile's solver. */
  solver?: string[]
  order?: string
  rpcUrl?: string
  originRpcUrl?: string
  /** Replaces `rpcUrl`. */
  node?: ChainNode
  receiver?: string
  payer?: string
  recipientProof?: string
  fromBlock?: string
}

/** The receiver to ask, and the nodes to use. */
type VerifyTarget = Omit<ReceiverTarget, 'client' | 'originClient'> & {
  node: ChainNode
  originNode?: ChainNode
}

export type RequestTask = {
  /** Empty with `--offline`. */
  url: string
  layout: 'v1' | 'v2'
  apiKey: string | undefined
  /** Whether an option names the service. */
  isServiceNamed: boolean
  trusted: Address[]
  given: OrderFile
  target: VerifyTarget | undefined
}

/** The request to verify: by an id or a hash, or by the `evidence` in a file. */
export type VerifyTask = RequestTask & { isOffline: boolean } & (
    | {
        /** The id of a request, or the hash of one of its transactions. */
        requestId: Hex
        /** Set if `requestId` is the hash of a transaction on this chain. */
        chainId?: number
      }
    | { evidence: ParsedEvidence }
  )

/** Reads all options, and all files that the options name. @throws {@link UsageError} */
export async function readVerifyOptions(
  argument: string,
  options: VerifyRequestOptions,
  profile: ServiceProfile,
): Promise<VerifyTask> {
  const { offline: isOffline = false, url, rpcUrl, node } = options
  const link = await readLink(argument, profile)
  const requestId = link?.hash ?? toBytes(argument, [32])
  if (isOffline && [url, rpcUrl, node].some((asked) => asked !== undefined)) {
    throw new UsageError('--offline makes no requests: leave out --url, and --rpc-url with --receiver.')
  }
  if (isOffline && requestId) throw new UsageError('--offline needs a file: a request id is not evidence.')
  const text = await readArgument(requestId ?? argument, (cause) => refuseId(argument, cause))
  if (requestId && BigInt(requestId) === 0n) throw refuseId(argument)
  const subject = requestId ? { requestId, ...link } : { evidence: readEvidenceText(text, argument) }
  return { ...subject, isOffline, ...(await readRequestOptions(options, profile)) }
}

/** Reads the evidence in a file. @throws {@link UsageError} */
function readEvidenceText(text: string, path: string): ParsedEvidence {
  try {
    return parseEvidence(text)
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    throw new UsageError(
      `The file ${printable(path)} has no evidence that can be read: ${printable(error.shortMessage)}`,
      { metaMessages: ['To check a file of many records: fillproof check.'] },
    )
  }
}

/** Returns 32 bytes of hex as they are, or reads the file that the argument names. @throws {@link UsageError} */
export async function readArgument(
  argument: string,
  refuse: (cause: unknown) => UsageError,
): Promise<string> {
  if (toBytes(argument, [32])) return argument
  try {
    return decodeText(await readFileWithin(argument, mostBytes.json))
  } catch (cause) {
    throw cause instanceof UsageError ? cause : refuse(cause)
  }
}

/** Reads the options that name the service, the receiver and the trusted solvers. @throws {@link UsageError} */
export async function readRequestOptions(
  options: VerifyRequestOptions,
  profile: ServiceProfile,
): Promise<RequestTask> {
  return {
    url: options.offline ? '' : readServiceUrl(options.url, profile),
    layout: options.layout ?? 'v1',
    apiKey: readApiKey(),
    isServiceNamed: options.url !== undefined,
    trusted: readSolverOption(options, profile),
    target: await readTarget(options),
    given: options.order === undefined ? {} : await readOrderFile(options.order),
  }
}

function refuseId(id: string, cause?: unknown): UsageError {
  return new UsageError(
    `The request id must be 32 bytes of hex other than zero, or a file or the URL of a transaction that can be read, found "${printable(id)}".`,
    { cause },
  )
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
      if (value !== undefined) throw new UsageError(`--${name} needs a receiver: pass --receiver.`)
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
