import type { Address, Hex } from 'viem'
import { FillproofError } from '../../base/FillproofError.js'
import type { InboxEvidence } from '../../contract/evidence.js'
import { computeInboxAddress } from '../../protocol/inbox/computeInboxAddress.js'
import { hashInboxTerms } from '../../protocol/inbox/hashInboxTerms.js'
import { type InboxTerms, needInboxField } from '../../protocol/inbox/inboxTerms.js'
import { readEvidence } from '../../report/evidence/parseEvidence.js'
import { assembleClaim, type EvidencePart } from '../../report/receiver/judgeEvidence.js'
import { type Entry, readEntries } from '../orders/readEntries.js'
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

function add(inboxes: Map<Hex, GivenInbox>, { place, value }: Entry, receiver: Address): void {
  const { order: { order, inboxTerms } = {}, recipientProof } = readEvidence(value)
  const terms = needInboxField(inboxTerms, 'inboxTerms', inboxTerms, 'the terms of an inbox')
  const inbox = computeInboxAddress({ receiver, terms })
  const inboxHash = hashInboxTerms(terms)
  const given = inboxes.get(inboxHash) ?? { place, inboxHash, inbox, terms, openers: [], missing: [] }
  inboxes.set(inboxHash, given)
  const assembled = assembleClaim({ order, inboxTerms, recipientProof })
  if ('missing' in assembled) {
    given.missing = [...new Set([...given.missing, ...assembled.missing])]
    return
  }
  const { evidence } = assembled
  given.openers.push({ evidence, deadline: Number(evidence.orderData.output.deadline) })
}
