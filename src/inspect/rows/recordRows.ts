import type { ServiceRecord } from '../fetchRecord.js'
import type { Row } from './row.js'

export function recordRows(record: ServiceRecord): Row[] {
  const { status, createdAt, orderId, depositTransactions, fillTransactions } = record
  const list = (hashes: readonly string[]) => hashes.join('\n') || 'none'
  const created = Date.parse(createdAt ?? '')
  return [
    { name: 'status', text: status },
    { name: 'created', text: Number.isNaN(created) ? 'unknown' : new Date(created).toISOString() },
    { name: 'order id', text: orderId ?? 'unknown' },
    { name: 'deposits', text: list(depositTransactions) },
    { name: 'fills', text: list(fillTransactions) },
  ]
}
