import type { Hex } from 'viem'
import { cleanText } from '../../base/cleanText.js'
import { FillproofError } from '../../base/FillproofError.js'
import { toBytes, toChainId, toList, toRecord, toText, toUint32 } from '../../base/values.js'
import { ServiceError } from '../../client/errors.js'
import type { AnyServiceClient } from '../../client/serviceClient.js'
import type { RequestRecord } from '../../service/resources/requestRecord.js'
import { currentWord } from '../../service/resources/requestStatus.js'
import type { StatusRecord } from '../../service/resources/status.js'
import { readStatedRefunds, readStatedRevert, type StatedRevert } from './statedRevert.js'

/** The service's report of a request. Trust: nothing in the report is signed. */
export type ServiceRecord = {
  status: string
  /** ISO 8601. Set only with a key. */
  createdAt?: string
  /** Set only with a key. */
  orderId?: Hex
  depositTransactions: string[]
  /** Includes failed attempts. */
  fillTransactions: string[]
  refundTransactions: RefundTransaction[]
  failReason?: string
  refundFailReason?: string
  /** The revert of the fill that failed. */
  revert?: StatedRevert
  /** Events from the creation to the last change of status. Chains and service have different clocks. Empty without a key. */
  timeline: ServiceEvent[]
}

/** A refund. It can be on either chain. */
export type RefundTransaction = {
  /** Null if the service does not report the chain. */
  chainId: number | null
  transactionHash: string
}

/** An event that the service reports for a request. `at` is in Unix seconds. */
type ServiceEvent = { name: string; at: number }

export type FetchedRecord = {
  record?: ServiceRecord
  /** What could not be fetched, and why. */
  notes: string[]
}

const mostEvents = 20
const mostTransactions = 20
const timeoutMs = 5_000

const isRefund = (status: string) => currentWord(status) === 'refund'

/**
 * Fetches the status of a request from the service, and with a key also the request's record.
 *
 * - A failed fetch becomes a note. The attestation does not depend on it.
 * - Trust: the service's word.
 */
export async function fetchRecord(
  client: AnyServiceClient,
  requestId: Hex,
  hasKey: boolean,
): Promise<FetchedRecord> {
  const [stated, listed] = await Promise.all([
    attempt('The status', async () => readStatus(await client.getStatus({ requestId }, { timeoutMs }))),
    hasKey ? attempt('The record', () => askForListing(client, requestId)) : noRecord,
  ])
  const notes = [...stated.notes, ...listed.notes]
  const record = merge(stated.record, listed.record)
  return { ...(record && { record }), notes }
}

export const noRecord: FetchedRecord = { notes: [] }

async function attempt(
  subject: string,
  ask: () => Promise<ServiceRecord | undefined>,
): Promise<FetchedRecord> {
  try {
    const record = await ask()
    return record ? { record, notes: [] } : { notes: ['The service gives no record of this request.'] }
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    const said = error instanceof ServiceError ? (error.details ?? error.shortMessage) : error.shortMessage
    return { notes: [`${subject} can't be fetched from the service: ${cleanText(said)}`] }
  }
}

async function askForListing(client: AnyServiceClient, requestId: Hex): Promise<ServiceRecord | undefined> {
  const { requests } = await client.getRequests({ id: requestId, limit: 1 })
  const found = requests.find(({ id }) => toBytes(id) === requestId)
  return found && readListing(found)
}

/**
 * Merges the status and the listing of a request. The status is newer and has reasons. The listing has the chains of
 * transactions.
 */
function merge(
  stated: ServiceRecord | undefined,
  listed: ServiceRecord | undefined,
): ServiceRecord | undefined {
  if (!stated || !listed) return stated ?? listed
  const refunds = listed.refundTransactions
  const isListed = ({ transactionHash }: RefundTransaction) =>
    refunds.some((refund) => refund.transactionHash === transactionHash)
  const refundTransactions = [...refunds, ...stated.refundTransactions.filter((refund) => !isListed(refund))]
  const { depositTransactions, fillTransactions, timeline } = listed
  const isRepeated = stated.depositTransactions.length === 0
  return {
    ...listed,
    ...stated,
    ...(isRepeated && { depositTransactions }),
    fillTransactions,
    refundTransactions,
    timeline,
  }
}

function readStatus({ status, inTxHashes, txHashes, details, ...reasons }: StatusRecord): ServiceRecord {
  const named = readStatedRefunds(details)
  const out = toList(txHashes).map(String)
  // If the details name no refund, every outgoing transaction of a refunded request counts as a refund.
  const refunds = named.length === 0 && isRefund(status) ? out : named
  const fills = out.filter((hash) => !refunds.includes(hash))
  return {
    ...start(status, reasons),
    depositTransactions: clean(toList(inTxHashes)),
    fillTransactions: clean(fills),
    refundTransactions: clean(refunds).map((transactionHash) => ({ chainId: null, transactionHash })),
    ...addRevert(readStatedRevert(details), status),
    timeline: [],
  }
}

/** Adds the revert if the request failed or was refunded. For any other status, the details do not describe a revert. */
function addRevert(revert: StatedRevert | undefined, status: string): Pick<ServiceRecord, 'revert'> {
  return revert && (status === 'failure' || isRefund(status)) ? { revert } : {}
}

function readListing(found: RequestRecord): ServiceRecord {
  const { createdAt, protocol, data } = found
  const orderId = toBytes(protocol?.orderId, [32])
  const { status, ...reasons } = start(found.status, data ?? {})
  const out = toList(data?.outTxs).map((transaction) => toRecord(transaction) ?? {})
  const named = toList(protocol?.settlement?.destination?.refunds).map((refund) => toRecord(refund) ?? {})
  const refunds = named.length > 0 || !isRefund(status) ? named : findRefunds(out, data?.inTxs)
  const hashes = refunds.map(({ transactionId, txHash }) => transactionId ?? txHash)
  const isFill = ({ txHash }: Record<string, unknown>) => !hashes.includes(txHash)
  return {
    status,
    ...reasons,
    ...(toText(createdAt) && { createdAt: cleanText(createdAt as string) }),
    ...(orderId && { orderId }),
    depositTransactions: hashesOf(data?.inTxs),
    fillTransactions: hashesOf(out.filter(isFill)),
    refundTransactions: clean(hashes).map((transactionHash, index) => ({
      chainId: toChainId(refunds[index]?.chainId) ?? null,
      transactionHash,
    })),
    timeline: [
      { name: 'created', at: toSeconds(createdAt) },
      ...minedAt('deposit', data?.inTxs),
      ...minedAt('fill', out.filter(isFill)),
      ...minedAt(
        'refund',
        out.filter((transaction) => !isFill(transaction)),
      ),
      { name: status, at: toSeconds(found.updatedAt) },
    ]
      .filter((event): event is ServiceEvent => event.at !== undefined)
      .slice(0, mostEvents),
  }
}

/**
 * Finds the refunds if the record names none. These are the successful outgoing transactions, or only those on the origin chain
 * if there are any.
 */
function findRefunds(out: Record<string, unknown>[], deposits: unknown): Record<string, unknown>[] {
  const origin = toRecord(toList(deposits)[0])?.chainId
  const succeeded = out.filter(({ status }) => status !== 'failure')
  const onOrigin = succeeded.filter(({ chainId }) => origin !== undefined && chainId === origin)
  return onOrigin.length > 0 ? onOrigin : succeeded
}

type Reasons = { failReason?: unknown; refundFailReason?: unknown }

function start(status: unknown, reasons: Reasons): Pick<ServiceRecord, 'status' | keyof Reasons> {
  const failReason = readReason(reasons.failReason)
  const refundFailReason = readReason(reasons.refundFailReason)
  return {
    status: cleanText(toText(status) ?? 'unknown'),
    ...(failReason && { failReason }),
    ...(refundFailReason && { refundFailReason }),
  }
}

function readReason(reason: unknown): string | undefined {
  const text = toText(reason)
  return text === undefined || text === 'N/A' ? undefined : cleanText(text)
}

function minedAt(name: string, transactions: unknown) {
  return toList(transactions).map((transaction) => ({ name, at: toUint32(toRecord(transaction)?.timestamp) }))
}

function toSeconds(date: unknown): number | undefined {
  return toUint32(Math.floor(Date.parse(toText(date) ?? '') / 1000))
}

function hashesOf(transactions: unknown): string[] {
  return clean(toList(transactions).map((transaction) => toRecord(transaction)?.txHash))
}

function clean(hashes: readonly unknown[]): string[] {
  return hashes
    .filter((hash) => toText(hash) !== undefined)
    .slice(0, mostTransactions)
    .map((hash) => cleanText(hash as string))
}
