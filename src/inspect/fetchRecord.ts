import type { Hex } from 'viem'
import { cleanText } from '../base/cleanText.js'
import { FillproofError } from '../base/FillproofError.js'
import { toBytes, toList, toRecord, toText, toUint32 } from '../base/values.js'
import { ServiceError } from '../client/errors.js'
import type { ServiceClient } from '../client/serviceClient.js'
import type { RequestRecord } from '../service/resources/requestRecord.js'

/** What the service reports about a request to the owner of a key. Nothing of it is signed. */
export type ServiceRecord = {
  status: string
  /** ISO 8601. */
  createdAt?: string
  orderId?: Hex
  depositTransactions: string[]
  fillTransactions: string[]
  /** From its creation to its last change of status. Chains and service have different clocks. */
  timeline: ServiceEvent[]
}

/** Something that the service says happened to a request; `at` in Unix seconds. */
export type ServiceEvent = { name: string; at: number }

const mostEvents = 20

export type FetchedRecord = {
  record?: ServiceRecord
  /** What could not be learned, and why. */
  notes: string[]
}

/**
 * Fetches the record of a request, which needs a key.
 *
 * - Rule: a record that can't be fetched becomes a note. The attestation does not depend on it.
 * - Trust: the service's word.
 */
export async function fetchRecord(client: ServiceClient, requestId: Hex): Promise<FetchedRecord> {
  try {
    const { requests } = await client.getRequests({ id: requestId, limit: 1 })
    const found = requests.find(({ id }) => toBytes(id) === requestId)
    if (!found) return { notes: ['The service gives no record of this request.'] }
    return { record: toServiceRecord(found), notes: [] }
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    const said = error instanceof ServiceError ? (error.details ?? error.shortMessage) : error.shortMessage
    return { notes: [`The record can't be fetched from the service: ${cleanText(said)}`] }
  }
}

function toServiceRecord(found: RequestRecord): ServiceRecord {
  const { createdAt, protocol, data } = found
  const orderId = toBytes(protocol?.orderId, [32])
  const status = cleanText(toText(found.status) ?? 'unknown')
  return {
    status,
    ...(toText(createdAt) && { createdAt: cleanText(createdAt as string) }),
    ...(orderId && { orderId }),
    depositTransactions: hashesOf(data?.inTxs),
    fillTransactions: hashesOf(data?.outTxs),
    timeline: [
      { name: 'created', at: toSeconds(createdAt) },
      ...minedAt('deposit', data?.inTxs),
      ...minedAt('fill', data?.outTxs),
      { name: status, at: toSeconds(found.updatedAt) },
    ]
      .filter((event): event is ServiceEvent => event.at !== undefined)
      .slice(0, mostEvents),
  }
}

function minedAt(name: string, transactions: unknown) {
  return toList(transactions).map((transaction) => ({ name, at: toUint32(toRecord(transaction)?.timestamp) }))
}

function toSeconds(date: unknown): number | undefined {
  return toUint32(Math.floor(Date.parse(toText(date) ?? '') / 1000))
}

function hashesOf(transactions: unknown): string[] {
  const hashes = toList(transactions).map((transaction) => toText(toRecord(transaction)?.txHash))
  return hashes.filter((hash) => hash !== undefined).map((hash) => cleanText(hash))
}
