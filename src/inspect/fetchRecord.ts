import type { Hex } from 'viem'
import { cleanText } from '../base/cleanText.js'
import { FillproofError } from '../base/FillproofError.js'
import { toBytes, toList, toRecord, toText } from '../base/values.js'
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
}

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

function toServiceRecord({ status, createdAt, protocol, data }: RequestRecord): ServiceRecord {
  const orderId = toBytes(protocol?.orderId, [32])
  return {
    status: cleanText(toText(status) ?? 'unknown'),
    ...(toText(createdAt) && { createdAt: cleanText(createdAt as string) }),
    ...(orderId && { orderId }),
    depositTransactions: hashesOf(data?.inTxs),
    fillTransactions: hashesOf(data?.outTxs),
  }
}

function hashesOf(transactions: unknown): string[] {
  const hashes = toList(transactions).map((transaction) => toText(toRecord(transaction)?.txHash))
  return hashes.filter((hash) => hash !== undefined).map((hash) => cleanText(hash))
}
