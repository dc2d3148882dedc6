import { type Address, type Client, type Hex, isAddressEqual } from 'viem'
import { readContract } from 'viem/actions'
import { FillproofError } from '../../base/FillproofError.js'
import { type InboxCall, isInboxCall } from '../../client/inbox/inboxCall.js'
import type { InboxEvidence } from '../../contract/evidence.js'
import { hashName } from '../../deploy/compare/policy.js'
import { inboxReceiverAbi } from '../../generated/abi/inboxReceiver.js'
import { computeInboxAddress } from '../../protocol/inbox/computeInboxAddress.js'
import { hashInboxTerms } from '../../protocol/inbox/hashInboxTerms.js'
import { type InboxTerms, needInboxField } from '../../protocol/inbox/inboxTerms.js'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import { EvidenceTextError } from '../../report/errors.js'
import { readEvidence } from '../../report/evidence/parseEvidence.js'
import { assembleClaim, type EvidencePart } from '../../report/receiver/judgeEvidence.js'
import type { GivenInbox as Inbox } from '../../rules/accepts/claims.js'
import { readWay } from '../../rules/accepts/readWay.js'
import { type Entry, readEntries, readValue } from '../orders/readEntries.js'
import { listOrderFiles } from '../orders/readRecords.js'
import { printable } from '../output.js'

/** An order that may open an inbox, and the last second in which it can, in Unix seconds. */
export type Opener = { evidence: InboxEvidence; deadline: number }

/** An inbox of the list, with all of its orders in the list. The order with the latest deadline comes first. */
export type GivenInbox = {
  /** The file or line of its first entry. */
  place: string
  inboxHash: Hex
  inbox: Address
  terms: InboxTerms
  openers: Opener[]
  /** The parts that are missing in the entries of this inbox. */
  missing: EvidencePart[]
}

export type InboxList = {
  isMany: boolean
  inboxes: GivenInbox[]
  /** The entries that can't be read, and, `isForeign`, those of other receivers or chains. */
  broken: { place: string; reason: string; isForeign: boolean }[]
}

/** The entry is for another receiver or another chain. */
class ForeignEntryError extends EvidenceTextError {}

/** The receiver's own chain, as the receiver reports it: its id, and the hash of its name in orders. */
export type OwnChain = { chainId: number; nameHash: Hex }

type ListOptions = {
  /** Names the path in an error. */
  option?: string | undefined
  /** If given, an entry that names another chain is broken: at this receiver's address on that chain, money may wait. */
  chain?: OwnChain | undefined
}

/** Reads a receiver's own chain. */
export async function readOwnChain(client: Client, receiver: Address): Promise<OwnChain> {
  const view = { abi: inboxReceiverAbi, address: receiver, functionName: 'ownChain' } as const
  const [chainId, nameHash] = await readContract(client, view)
  return { chainId: Number(chainId), nameHash }
}

/**
 * Reads a list of inboxes: `{inboxTerms, orderData, orderSignature, recipientProof?}`, the same with `quote` in place of the order
 * and its signature, or a payment of an inbox that `payReceiver` stored. Several entries of one inbox are one inbox with several
 * orders.
 *
 * @throws {@link UsageError} if the path can't be read.
 */
export async function readInboxes(
  path: string,
  receiver: Address,
  { option, chain }: ListOptions = {},
): Promise<InboxList> {
  const { isMany, entries } = await readEntries(path, option)
  const inboxes = new Map<Hex, GivenInbox>()
  const broken: InboxList['broken'] = []
  for (const entry of entries) {
    try {
      add(inboxes, entry, { receiver, chain })
    } catch (error) {
      if (!(error instanceof FillproofError)) throw error
      const isForeign = error instanceof ForeignEntryError
      broken.push({ place: entry.place, reason: printable(error.shortMessage), isForeign })
    }
  }
  for (const { openers } of inboxes.values()) openers.sort((one, other) => other.deadline - one.deadline)
  return { isMany, inboxes: [...inboxes.values()], broken }
}

/**
 * Opens a list of inboxes. The returned function reads it at the first call, and again if a file has changed: otherwise it returns
 * the same object. Throws {@link UsageError} if the path can't be read.
 */
export function openInboxList(
  path: string,
  receiver: Address,
  { option = 'The argument', chain }: ListOptions = {},
): () => Promise<InboxList> {
  let list: InboxList | undefined
  let lastVersion: string | undefined
  return async () => {
    const { files } = await listOrderFiles(path, option)
    const version = files.map((file) => `${file.path} ${file.version}`).join('\n')
    if (!list || version !== lastVersion) list = await readInboxes(path, receiver, { option, chain })
    lastVersion = version
    return list
  }
}

function add(
  inboxes: Map<Hex, GivenInbox>,
  entry: Entry,
  { receiver, chain }: { receiver: Address; chain: OwnChain | undefined },
): void {
  const { place } = entry
  const value = readValue(entry)
  const { order: { order, inboxTerms } = {}, recipientProof } = readEvidence(value)
  const terms = needInboxField(inboxTerms, 'inboxTerms', inboxTerms, 'the terms of an inbox')
  const inbox = computeInboxAddress({ receiver, terms })
  const inboxHash = hashInboxTerms(terms)
  const assembled = assembleClaim({ order, inboxTerms, recipientProof })
  if (!isOwn(value, assembled, { terms, address: inbox }, receiver)) {
    const which = `${inbox}, the inbox of its terms at ${receiver}`
    throw new ForeignEntryError(`It does not open ${which}. Check --receiver.`)
  }
  if (chain) requireOwnChain(value, assembled, chain)
  const given = inboxes.get(inboxHash) ?? { place, inboxHash, inbox, terms, openers: [], missing: [] }
  inboxes.set(inboxHash, given)
  if ('missing' in assembled) {
    given.missing = [...new Set([...given.missing, ...assembled.missing])]
    return
  }
  const { evidence } = assembled
  given.openers.push({ evidence, deadline: Number(evidence.orderData.output.deadline) })
}

/** Rejects an entry that names another chain: a kept payment by the chain's id, an order by its name. */
function requireOwnChain(
  value: unknown,
  assembled: ReturnType<typeof assembleClaim>,
  { chainId, nameHash }: OwnChain,
): void {
  const own = `the receiver at --rpc-url is on chain ${chainId}`
  const named = isInboxCall(value) ? (value as InboxCall).chainId : chainId
  if (named !== chainId) throw new ForeignEntryError(`It is for chain ${named}, and ${own}.`)
  if ('missing' in assembled) return
  const { chainId: name } = assembled.evidence.orderData.output
  if (hashName(name, nameHash) === nameHash) return
  throw new ForeignEntryError(`Its order pays on the chain ${name}, and ${own}, which has another name.`)
}

/** Whether an entry can open the inbox at this receiver. If not, that inbox is empty, and the money may wait elsewhere. */
function isOwn(
  value: unknown,
  assembled: ReturnType<typeof assembleClaim>,
  inbox: Inbox,
  receiver: Address,
): boolean {
  if (isInboxCall(value) && !isAddressEqual((value as InboxCall).receiver, receiver)) return false
  if ('missing' in assembled) return true
  const { evidence } = assembled
  const order = proveOrderOutput(evidence.orderData, evidence)
  return readWay({ order, inbox }, receiver).faults.length === 0
}
