import type { Hex } from 'viem'
import { WatchPlaceError } from '../errors.js'
import type { AuthorizationEvent, FillEvent, JobPlace, KeptBlock, RangeCommit } from '../types.js'
import { type DatabaseTransaction, insertRows, type Query } from './database.js'
import { storeWaits } from './waits.js'

/** Makes a fill wait for a new check. The new revision keeps a check in progress from storing its result. */
export const reopen = `stage = 'seen', attempts = 0, notes = NULL, worker = NULL, revision = fills.revision + 1`

export async function readScannedTo(query: Query, job: number): Promise<bigint> {
  const [row] = await query(`SELECT scanned_to FROM jobs WHERE job = ${job}`)
  return BigInt(String(row!.scanned_to))
}

export async function readPlaces(query: Query, jobs: readonly number[]): Promise<Map<number, JobPlace>> {
  const rows = await query(
    `SELECT job, scanned_to, number, hash FROM jobs LEFT JOIN blocks b USING (job)
     WHERE job IN (${jobs.join(', ') || 'NULL'})
     AND (number IS NULL OR number = (SELECT max(number) FROM blocks WHERE job = b.job))`,
  )
  return new Map(
    rows.map(({ job, scanned_to, number, hash }) => [
      Number(job),
      {
        scannedTo: BigInt(String(scanned_to)),
        last: number === null ? null : { number: BigInt(String(number)), hash: hash as Hex },
      },
    ]),
  )
}

export async function readBlocks(query: Query, job: number): Promise<KeptBlock[]> {
  const rows = await query(`SELECT number, hash FROM blocks WHERE job = ${job} ORDER BY number DESC`)
  return rows.map(({ number, hash }) => ({ number: BigInt(String(number)), hash: hash as Hex }))
}

export async function commitRange(
  { query, isRepeat }: DatabaseTransaction,
  job: number,
  { fromBlock, toBlock, toTime, head, fills, authorizations, blocks, waits, keepFrom, nowMs }: RangeCommit,
): Promise<void> {
  // This statement comes first, because it blocks other scanners until the end of the transaction.
  const moved = await query(
    `UPDATE jobs SET scanned_to = $1, scanned_time = $3, head = $4 WHERE job = ${job} AND scanned_to = $2
     RETURNING fills_from`,
    [toBlock, fromBlock - 1n, toTime, head],
  )
  if (moved.length === 0) {
    const scannedTo = await readScannedTo(query, job)
    if (isRepeat && scannedTo === toBlock) return
    throw new WatchPlaceError({ found: fromBlock, required: scannedTo + 1n })
  }
  const fillsFrom = BigInt(String(moved[0]!.fills_from))
  const kept = fills.filter(({ blockNumber }) => blockNumber >= fillsFrom)
  await insertRows(
    query,
    'fills',
    kept.map((fill) => ({ job, ...toFillRow(fill), seen_at: nowMs })),
    `(transaction_hash, block_hash, log_index, job) DO UPDATE SET is_live = 1, ${reopen} WHERE fills.is_live = 0`,
  )
  const authorized = authorizations.map((event) => ({ job, ...toAuthorizationRow(event) }))
  await insertRows(query, 'authorizations', authorized, 'DO NOTHING')
  for (const { callHash } of authorizations) {
    const isReturned = `+job = ${job} AND +is_returned = 1 AND +is_live = 1`
    await query(`UPDATE fills SET ${reopen} WHERE ${isReturned} AND id = $1`, [callHash])
  }
  const keptRows = blocks.map(({ number, hash }) => ({ job, number, hash }))
  await insertRows(query, 'blocks', keptRows, '(job, number) DO UPDATE SET hash = excluded.hash')
  await query(
    `DELETE FROM blocks WHERE job = ${job}
     AND number < (SELECT max(number) FROM blocks WHERE job = ${job} AND number <= $1)`,
    [keepFrom],
  )
  if (waits) await storeWaits(query, job, waits, keepFrom)
}

/** Goes back to a block. The money that waits stays: only a reorganization changes it. */
export async function rewind(query: Query, job: number, toBlock: bigint): Promise<void> {
  await query(`UPDATE jobs SET scanned_to = $1 WHERE job = ${job} AND scanned_to > $1`, [toBlock])
  const isAbove = `job = ${job} AND block_number > $1`
  await query(
    `UPDATE findings SET state = 'doubted' WHERE state = 'stands'
     AND fill IN (SELECT key FROM fills WHERE is_live = 1 AND ${isAbove})`,
    [toBlock],
  )
  await query(`UPDATE fills SET is_live = 0, ${reopen} WHERE is_live = 1 AND ${isAbove}`, [toBlock])
  await query(`DELETE FROM authorizations WHERE ${isAbove}`, [toBlock])
  await query(`DELETE FROM blocks WHERE job = ${job} AND number > $1`, [toBlock])
}

function toFillRow(fill: FillEvent) {
  return {
    block_hash: fill.blockHash,
    transaction_hash: fill.transactionHash,
    log_index: fill.logIndex,
    block_number: fill.blockNumber,
    block_time: fill.blockTime,
    ordinal: fill.ordinal,
    is_returned: fill.isReturned ? 1 : 0,
    id: fill.id,
    recipient: fill.recipient,
    solver: fill.solver,
    payer: fill.payer,
    token: fill.token,
    amount: String(fill.amount),
    is_live: 1,
    stage: 'seen',
    due_at: 0,
    attempts: 0,
    revision: 0,
  }
}

function toAuthorizationRow(event: AuthorizationEvent) {
  return {
    block_hash: event.blockHash,
    transaction_hash: event.transactionHash,
    log_index: event.logIndex,
    block_number: event.blockNumber,
    id: event.id,
    call_hash: event.callHash,
    deadline: event.deadline,
  }
}
