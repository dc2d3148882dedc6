import type { Hex } from 'viem'
import { cleanText } from '../base/cleanText.js'
import { FillproofError } from '../base/FillproofError.js'
import { toBytes } from '../base/values.js'
import { ServiceError } from '../client/errors.js'
import type { ServiceClient } from '../client/serviceClient.js'
import { hashOrder } from '../protocol/order/hashOrder.js'
import type { OrderData } from '../protocol/order/types.js'
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
  /** The order, where the service gives it. */
  orderData?: OrderData
  /** What could not be learned, and why. */
  notes: string[]
}

/**
 * Fetches the record of a request, and its order if wanted. Both need a key.
 *
 * - Rule: a record that can't be fetched becomes a note. The attestation does not depend on it.
 * - Trust: the service's word. The order counts once its hash is the attested id.
 */
export async function fetchRecord(
  client: ServiceClient,
  requestId: Hex,
  { wantsOrder }: { wantsOrder: boolean },
): Promise<FetchedRecord> {
  const [record, order] = await Promise.all([
    attempt('record', async () => {
      const { requests } = await client.getRequests({ id: requestId, limit: 1 })
      const found = requests.find(({ id }) => id?.toLowerCase() === requestId)
      return found && toServiceRecord(found)
    }),
    wantsOrder ? attempt('order', () => fetchOrder(client, requestId)) : undefined,
  ])
  return {
    ...('value' in record && { record: record.value }),
    ...(order && 'value' in order && { orderData: order.value }),
    notes: [record, order].flatMap((outcome) => (outcome && 'note' in outcome ? [outcome.note] : [])),
  }
}

/** Only the older listing has the order. */
async function fetchOrder(client: ServiceClient, requestId: Hex): Promise<OrderData | undefined> {
  const { requests } = await client.getRequestsV2({ id: requestId, limit: 1, includeOrderData: true })
  const found = requests.find(({ id }) => id?.toLowerCase() === requestId)?.orderData
  if (found === undefined || found === null) return undefined
  hashOrder(found as OrderData)
  return found as OrderData
}

type Outcome<value> = { value: value } | { note: string }

async function attempt<value>(name: string, read: () => Promise<value | undefined>): Promise<Outcome<value>> {
  try {
    const value = await read()
    return value === undefined ? { note: `The service gives no ${name} of this request.` } : { value }
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    const said = error instanceof ServiceError ? (error.details ?? error.shortMessage) : error.shortMessage
    return { note: `The ${name} can't be fetched from the service: ${cleanText(said)}` }
  }
}

function toServiceRecord({ status, createdAt, protocol, data }: RequestRecord): ServiceRecord {
  const orderId = toBytes(protocol?.orderId, [32])
  return {
    status: cleanText(status ?? 'unknown'),
    ...(createdAt && { createdAt: cleanText(createdAt) }),
    ...(orderId && { orderId }),
    depositTransactions: hashesOf(data?.inTxs),
    fillTransactions: hashesOf(data?.outTxs),
  }
}

function hashesOf(transactions: readonly { txHash?: string | null }[] | null | undefined): string[] {
  return (transactions ?? []).flatMap(({ txHash }) => (txHash ? [cleanText(txHash)] : []))
}
