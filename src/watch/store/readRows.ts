import type { Address, Hex } from 'viem'
import type { AuthorizationEvent, Delivery, FillEvent, FillTask, Finding } from '../types.js'
import type { DatabaseRow } from './database.js'

export function toFillEvent(row: DatabaseRow): FillEvent {
  return {
    blockNumber: BigInt(String(row.block_number)),
    blockHash: row.block_hash as Hex,
    blockTime: Number(row.block_time),
    transactionHash: row.transaction_hash as Hex,
    logIndex: Number(row.log_index),
    ordinal: Number(row.ordinal),
    isReturned: Number(row.is_returned) === 1,
    id: row.id as Hex,
    recipient: row.recipient as Address,
    solver: row.solver as Address,
    payer: row.payer as Address,
    token: row.token as Address,
    amount: BigInt(String(row.amount)),
  }
}

export function toFillTask(row: DatabaseRow): FillTask {
  return {
    fill: toFillEvent(row),
    isLive: Number(row.is_live) === 1,
    seenAtMs: Number(row.seen_at),
    attempts: Number(row.attempts),
    notes: row.notes as string | null,
    requestId: row.request_id as Hex | null,
    revision: Number(row.revision),
    key: String(row.key),
  }
}

export function toAuthorizationEvent(row: DatabaseRow): AuthorizationEvent {
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

export function toDelivery({ finding, state, attempts }: DatabaseRow): Delivery {
  const found = JSON.parse(String(finding)) as Finding
  return {
    finding: state === 'withdrawn' ? { ...found, withdrawn: true } : found,
    attempts: Number(attempts),
  }
}
