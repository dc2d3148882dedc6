import type { Hex } from 'viem'
import type { AuthorizationEvent, FillEvent, FillResult, FillTask, WatchJob } from '../types.js'
import { type Database, type DatabaseTransaction, insertRows, listPlaces, type Query } from './database.js'
import { storeFillFindings } from './findings.js'
import { requireSameOptions } from './job.js'
import { toAuthorizationEvent, toFillEvent, toFillTask } from './readRows.js'

/** How long a worker that hangs keeps a fill from other workers, in milliseconds. */
const leaseMs = 900_000

export async function confirmFills(
  query: Query,
  job: number,
  throughBlock: bigint,
  nowMs: number,
): Promise<void> {
  await query(
    `UPDATE fills SET stage = 'due', due_at = $1 WHERE stage = 'seen' AND job = ${job}
     AND (+is_live = 1 OR +block_number <= $2)`,
    [nowMs, throughBlock],
  )
}

export async function takeFills(
  { isWorkerGone, skipLocked }: Pick<Database, 'isWorkerGone' | 'skipLocked'>,
  { query, worker }: DatabaseTransaction,
  key: number,
  job: WatchJob,
  { limit, nowMs }: { limit: number; nowMs: number },
): Promise<FillTask[]> {
  const rows = await query(
    `WITH free AS MATERIALIZED (
       SELECT key FROM fills
       WHERE stage = 'due' AND job = ${key} AND due_at <= $1 AND (worker IS NULL OR lent_at <= $2 OR ${isWorkerGone})
         AND (SELECT options FROM jobs WHERE job = ${key}) = $5
       ORDER BY due_at, block_number, log_index LIMIT $3 ${skipLocked}
     )
     UPDATE fills SET worker = $4, lent_at = $1, revision = revision + 1
     WHERE key IN (SELECT key FROM free) RETURNING *`,
    [nowMs, nowMs - leaseMs, limit, worker, JSON.stringify(job.options)],
  )
  if (rows.length === 0) await requireSameOptions(query, key, job)
  return rows.map(toFillTask).sort((one, other) => compareInChain(one.fill, other.fill))
}

/**
 * Ends a check. Lending a fill raises its revision, so a worker that is too late changes nothing. The end of the check raises the
 * revision again, so that a repetition of this method recognizes its own result.
 */
export async function settleFill(
  { query, isRepeat }: DatabaseTransaction,
  job: number,
  { key, revision, isLive }: FillTask,
  { requestId, findings, unchecked }: FillResult,
): Promise<boolean> {
  const settled = await query(
    `UPDATE fills SET stage = 'settled', worker = NULL, request_id = $1, revision = $2 + 1
     WHERE key = $3 AND (revision = $2 ${isRepeat ? "OR revision = $2 + 1 AND stage = 'settled'" : ''}) RETURNING key`,
    [requestId, revision, key],
  )
  if (settled.length === 0) return false
  await query('DELETE FROM unchecked WHERE fill = $1', [key])
  const reasons = unchecked.map(({ reason }) => ({ fill: key, reason }))
  await insertRows(query, 'unchecked', reasons, 'DO NOTHING')
  if (!isLive) await handOver(query, key)
  await storeFillFindings(query, job, key, findings)
  return true
}

/** Leaves the findings of a fill that moved to another block to the check of it there, if that has not ended. */
async function handOver(query: Query, key: string): Promise<void> {
  const place = 'transaction_hash, ordinal, is_returned, job'
  // The update locks the row, so that its check can't end meanwhile.
  const [moved] = await query(
    `UPDATE fills SET revision = revision WHERE is_live = 1 AND stage <> 'settled'
     AND (${place}) = (SELECT ${place} FROM fills WHERE key = $1) RETURNING key`,
    [key],
  )
  if (moved)
    await query(`UPDATE findings SET fill = $1 WHERE state = 'doubted' AND fill = $2`, [
      moved.key as number,
      key,
    ])
}

export async function postponeFill(
  { query, isRepeat }: DatabaseTransaction,
  { key, revision, attempts }: FillTask,
  { dueAtMs, notes }: { dueAtMs: number; notes: string | null },
): Promise<boolean> {
  const postponed = await query(
    `UPDATE fills SET worker = NULL, due_at = $1, notes = $2, attempts = $3, revision = $4 + 1
     WHERE key = $5 AND (revision = $4 ${isRepeat ? 'OR revision = $4 + 1 AND attempts = $3' : ''}) RETURNING key`,
    [dueAtMs, notes, attempts + 1, revision, key],
  )
  return postponed.length > 0
}

export async function readNextDueMs(query: Query, job: number): Promise<number | null> {
  const [row] = await query(
    `SELECT min(due_at) AS due FROM fills WHERE stage = 'due' AND job = ${job} AND worker IS NULL`,
  )
  return row!.due === null ? null : Number(row!.due)
}

export async function countWaiting(query: Query, job: number, throughBlock: bigint): Promise<number> {
  const [row] = await query(
    `SELECT count(*) AS count FROM fills WHERE stage IN ('seen', 'due') AND job = ${job} AND +block_number <= $1`,
    [throughBlock],
  )
  return Number(row!.count)
}

export async function findFills(query: Query, job: number, ids: readonly Hex[]): Promise<FillEvent[]> {
  const rows = await query(
    `SELECT * FROM fills WHERE id IN (${listPlaces(ids.length)}) AND +job = ${job} AND +is_live = 1
     AND +is_returned = 0 ORDER BY block_number, log_index`,
    ids,
  )
  return rows.map(toFillEvent)
}

export async function findAuthorizations(
  query: Query,
  job: number,
  ids: readonly Hex[],
  callHashes: readonly Hex[],
): Promise<AuthorizationEvent[]> {
  const rows = await query(
    `SELECT * FROM authorizations WHERE +job = ${job} AND (id IN (${listPlaces(ids.length)})
     OR call_hash IN (${listPlaces(callHashes.length, ids.length)})) ORDER BY block_number, log_index`,
    [...ids, ...callHashes],
  )
  return rows.map(toAuthorizationEvent)
}

function compareInChain(one: FillEvent, other: FillEvent): number {
  return Number(one.blockNumber - other.blockNumber) || one.logIndex - other.logIndex
}
