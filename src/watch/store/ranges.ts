import type { Hex } from 'viem'
import { WatchPlaceError } from '../errors.js'
import type { AuthorizationEvent, FillEvent, KeptBlock, RangeCommit } from '../types.js'
import { type DatabaseTransaction, insertRows, type Query } from './database.js'

/** Makes a fill wait for its check again; a check of its old state stores nothing. */
const reopen = `stage = 'seen', attempts = 0, notes = NULL, worker = NULL, revision = fills.revision + 1`

export async function readScannedTo(query: Query): Promise<bigint> {
  const [row] = await query('SELECT scanned_to FROM job')
  return BigInt(String(row!.scanned_to))
}

export async function readBlocks(query: Query): Promise<KeptBlock[]> {
  const rows = await query('SELECT number, hash FROM blocks ORDER BY number DESC')
  return rows.map(({ number, hash }) => ({ number: BigInt(String(number)), hash: hash as Hex }))
}

export async function commitRange(
  { query, isRepeat }: DatabaseTransaction,
  { fromBlock, toBlock, fills, authorizations, blocks, keepFrom, nowMs }: RangeCommit,
): Promise<void> {
  // First, since it keeps other scanners out until the end of the transaction.
  const moved = await query('UPDATE job SET scanned_to = $1 WHERE scanned_to = $2 RETURNING fills_from', [
    toBlock,
    fromBlock - 1n,
  ])
  if (moved.length === 0) {
    const scannedTo = await readScannedTo(query)
    if (isRepeat && scannedTo === toBlock) return
    throw new WatchPlaceError({ found: fromBlock, required: scannedTo + 1n })
  }
  const fillsFrom = BigInt(String(moved[0]!.fills_from))
  const kept = fills.filter(({ blockNumber }) => blockNumber >= fillsFrom)
  await insertRows(
    query,
    'fills',
    kept.map((fill) => ({ ...toFillRow(fill), seen_at: nowMs })),
    `(block_hash, transaction_hash, log_index) DO UPDATE SET is_live = 1, ${reopen} WHERE fills.is_live = 0`,
  )
  await insertRows(query, 'authorizations', authorizations.map(toAuthorizationRow), 'DO NOTHING')
  for (const { callHash } of authorizations) {
    await query(`UPDATE fills SET ${reopen} WHERE is_returned = 1 AND is_live = 1 AND id = $1`, [callHash])
  }
  const keptRows = blocks.map(({ number, hash }) => ({ number, hash }))
  await insertRows(query, 'blocks', keptRows, '(number) DO UPDATE SET hash = excluded.hash')
  await query('DELETE FROM blocks WHERE number < (SELECT max(number) FROM blocks WHERE number <= $1)', [
    keepFrom,
  ])
}

export async function rewind(query: Query, toBlock: bigint): Promise<void> {
  await query('UPDATE job SET scanned_to = $1 WHERE scanned_to > $1', [toBlock])
  await query(`UPDATE fills SET is_live = 0, ${reopen} WHERE is_live = 1 AND block_number > $1`, [toBlock])
  await query('DELETE FROM authorizations WHERE block_number > $1', [toBlock])
  await query('DELETE FROM blocks WHERE number > $1', [toBlock])
}

/** Makes every fill wait for its check again. */
export async function reopenFills(query: Query): Promise<void> {
  await query(`UPDATE fills SET ${reopen}`)
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
