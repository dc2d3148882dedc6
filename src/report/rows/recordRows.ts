import type { RefundTransaction, ServiceRecord } from '../service/fetchRecord.js'
import type { Row } from './row.js'

/** Creates a row for each field that the service reports. Without a key, the fields that need a key are absent. */
export function recordRows(record: ServiceRecord): Row[] {
  const { status, createdAt, orderId, depositTransactions, fillTransactions, refundTransactions } = record
  const { failReason, refundFailReason, revert } = record
  const list = (hashes: readonly string[]) => hashes.join('\n') || 'none'
  const created = Date.parse(createdAt ?? '')
  return [
    { name: 'status', text: status },
    ...(Number.isNaN(created) ? [] : [{ name: 'created', text: new Date(created).toISOString() }]),
    ...(orderId ? [{ name: 'order id', text: orderId }] : []),
    { name: 'deposits', text: list(depositTransactions) },
    { name: 'fills', text: list(fillTransactions) },
    { name: 'refunds', text: list(refundTransactions.map(describeRefund)) },
    ...(failReason ? [{ name: 'fail reason', text: failReason }] : []),
    ...(refundFailReason ? [{ name: 'refund failed', text: refundFailReason }] : []),
    ...(revert
      ? [{ name: 'revert', text: revert.name ? `${revert.name}: ${revert.message}` : revert.message }]
      : []),
  ]
}

/** Describes a refund, which can be on either chain. */
function describeRefund({ chainId, transactionHash }: RefundTransaction): string {
  return chainId === null ? transactionHash : `${transactionHash} on chain ${chainId}`
}
