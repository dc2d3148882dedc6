import { type Address, type Hex, isAddressEqual } from 'viem'
import { FillproofError } from '../../base/FillproofError.js'
import { type InboxCall, isInboxCall } from '../../client/inbox/inboxCall.js'
import type { InboxEvidence } from '../../contract/evidence.js'
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
  /** The entries that can't be read. */
  broken: { place: string; reason: string }[]
}

/**
 * Reads a list of inboxes: `{inboxTerms, orderData, orderSignature, recipientProof?}`, the same with `quote` in place of the order
 * and its signature, or a payment of an inbox that `payReceiver` stored. Several entries of one inbox are one inbox with several
 * orders.
 *
 * @throws {@link UsageError} if the path can't be read.
 */
export async function readInboxes(path: string, receiver: Address): Promise<InboxList> {
  const { isMany, entries } = await readEntries(path)
  const inboxes = new Map<Hex, GivenInbox>()
  const broken: InboxList['broken'] = []
  for (const entry of entries) {
    try {
      add(inboxes, entry, receiver)
    } catch (error) {
      if (!(error instanceof FillproofError)) throw error
      broken.push({ place: entry.place, reason: printable(error.shortMessage) })
    }
  }
  for (const { openers } of inboxes.values()) openers.sort((one, other) => other.deadline - one.deadline)
  return { isMany, inboxes: [...inboxes.values()], broken }
}

function add(inboxes: Map<Hex, GivenInbox>, entry: Entry, receiver: Address): void {
  const { place } = entry
  const value = readValue(entry)
  const { order: { order, inboxTerms } = {}, recipientProof } = readEvidence(value)
  const terms = needInboxField(inboxTerms, 'inboxTerms', inboxTerms, 'the terms of an inbox')
  const inbox = computeInboxAddress({ receiver, terms })
  const inboxHash = hashInboxTerms(terms)
  const assembled = assembleClaim({ order, inboxTerms, recipientProof })
  requireOwn({ value, assembled, inbox: { terms, address: inbox } }, receiver)
  const given = inboxes.get(inboxHash) ?? { place, inboxHash, inbox, terms, openers: [], missing: [] }
  inboxes.set(inboxHash, given)
  if ('missing' in assembled) {
    given.missing = [...new Set([...given.missing, ...assembled.missing])]
    return
  }
  const { evidence } = assembled
  given.openers.push({ evidence, deadline: Number(evidence.orderData.output.deadline) })
}

/** Rejects an entry that can open no inbox of this receiver. The inbox of its terms is empty, and the money may wait elsewhere. */
function requireOwn(
  {
    value,
    assembled,
    inbox,
  }: Pick<Entry, 'value'> & { assembled: ReturnType<typeof assembleClaim>; inbox: Inbox },
  receiver: Address,
): void {
  const own = isInboxCall(value) ? (value as InboxCall).receiver : receiver
  const order = 'evidence' in assembled && proveOrderOutput(assembled.evidence.orderData, assembled.evidence)
  const isOwn =
    isAddressEqual(own, receiver) && (!order || readWay({ order, inbox }, receiver).faults.length === 0)
  if (isOwn) return
  throw new EvidenceTextError(
    `It does not open ${inbox.address}, the inbox of its terms at ${receiver}. Check --receiver.`,
  )
}
