import { buildRecipientTree } from '../../protocol/recipients/buildRecipientTree.js'
import { RecipientNotListedError } from '../../protocol/recipients/errors.js'
import { UsageError } from '../errors.js'
import { formatTable } from '../formatTable.js'
import { type ChecksumOptions, type GlobalOptions, readAddressOption } from '../options.js'
import { print, printable, printJson, warn } from '../output.js'
import { createFastKeccak } from '../recipients/createFastKeccak.js'
import { readDump } from '../recipients/readDump.js'
import { readRecipientFile } from '../recipients/readRecipientFile.js'
import { writeDump } from '../recipients/writeDump.js'

export type BuildRecipientsOptions = GlobalOptions &
  ChecksumOptions & { chainId: string; receiver: string; out?: string }

/** Builds the tree of a list, writes its dump with --out, and returns the exit status. */
export async function buildRecipients(path: string, options: BuildRecipientsOptions): Promise<number> {
  const { out, json, anyChecksum } = options
  const chainId = readChainId(options.chainId)
  const receiver = readAddressOption('--receiver', options.receiver, options)
  const keccak256 = await createFastKeccak()
  const list = await readRecipientFile(path, { receiver, keccak256, anyChecksum })
  const tree = buildRecipientTree({ chainId, receiver }, list, keccak256)
  if (out !== undefined) await writeDump({ tree, list, path: out, source: path })
  const { root, count } = tree
  if (json) printJson({ root, count, chainId, receiver, ...(out === undefined ? {} : { out }) })
  else print(describe({ root, recipients: String(count), chainId: String(chainId), receiver }))
  if (out === undefined) warn('Nothing was written: --out FILE writes the dump for `recipients prove`.')
  return 0
}

/** Proves that a recipient is on the list of a dump, and returns the exit status. */
export async function proveRecipient(
  path: string,
  address: string,
  { json, anyChecksum }: GlobalOptions & ChecksumOptions,
): Promise<number> {
  const recipient = readAddressOption('ADDRESS', address, { anyChecksum })
  const tree = await readDump(path)
  try {
    const { recipientProof, hook } = tree.prove(recipient)
    const { root, chainId, receiver } = tree
    if (json) printJson({ recipient, hook, root, chainId, receiver, recipientProof })
    else {
      print(describe({ recipient, hook: hook ? 'yes' : 'no', root, chainId: String(chainId), receiver }))
      print('recipientProof:')
      for (const word of recipientProof) print(word)
    }
    return 0
  } catch (error) {
    if (!(error instanceof RecipientNotListedError)) throw error
    warn(`error: ${error.shortMessage}\n${error.metaMessages.join('\n')}`)
    return 1
  }
}

function readChainId(value: string): number {
  const chainId = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN
  if (Number.isSafeInteger(chainId)) return chainId
  throw new UsageError(`--chain-id must be a whole number from 1 to 2^53-1, found "${printable(value)}".`)
}

function describe(fields: Record<string, string>): string {
  const [[name, value] = ['', ''], ...rows] = Object.entries(fields)
  return formatTable([name, value], rows)
}
