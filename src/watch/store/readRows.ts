import type { Address, Hex } from 'viem'
import type { AuthorizationEvent, FillEvent, FillTask, Finding } from '../types.js'

/** A row of a store: whole numbers as numbers, bigints or decimal strings, and booleans as such or as 0 and 1. */
export type StoredRow = Record<string, unknown>

export function readFill(row: StoredRow): FillEvent {
  return {
    blockNumber: BigInt(String(row.block_number)),
    blockHash: row.block_hash as Hex,
    blockTime: Number(row.block_time),
    transactionHash: row.transaction_hash as Hex,
    logIndex: Number(row.log_index),
    ordinal: Number(row.ordinal),
    isReturned: Boolean(row.is_returned),
    id: row.id as Hex,
    recipient: row.recipient as Address,
    solver: row.solver as Address,
    payer: row.payer as Address,
    token: row.token as Address,
    amount: BigInt(String(row.amount)),
  }
}

export function readTask(row: StoredRow, lease: unknown): FillTask {
  return {
    fill: readFill(row),
    isLive: Boolean(row.is_live),
    seenAtMs: Number(row.seen_at),
    attempts: Number(row.attempts),
    notes: row.notes as string | null,
    requestId: row.request_id as Hex | null,
    revision: Number(row.revision),
    lease: String(lease),
  }
}

export function readAuthorization(row: StoredRow): AuthorizationEvent {
  return {
    blockNumber: BigInt(String(row.block_number)),
    blockHash: row.block_hash as Hex,
    transactionHash: row.transaction_hash as Hex,
    logIndex: Number(row.log_index),
    id: row.id as Hex,
    callHash: row.call_hash as Hex,
    deadline: Number(row.deadline),
  }
}

/** A finding that a sink has not told yet. */
export function readUntold({ finding, attempts }: StoredRow): { finding: Finding; attempts: number } {
  return { finding: JSON.parse(String(finding)) as Finding, attempts: Number(attempts) }
}

/** Of rows with a name and a count. */
export function readCounts<name extends string>(rows: readonly StoredRow[]): Record<name, number> {
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)])) as Record<name, number>
}
