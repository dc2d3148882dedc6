import type { Address, Hex } from 'viem'
import type { Wait, WaitChanges } from '../types.js'
import { insertRows, type Query } from './database.js'
import { storeWaitFindings } from './findings.js'

/** Reads the money that waits. */
export async function readWaits(query: Query, job: number): Promise<Wait[]> {
  const rows = await query(
    `SELECT * FROM waits WHERE job = ${job} AND end_block IS NULL ORDER BY since_block, inbox_hash`,
  )
  return rows.map((row) => ({
    inboxHash: row.inbox_hash as Hex,
    inbox: row.inbox as Address,
    token: row.token as Address,
    sinceBlock: BigInt(String(row.since_block)),
    sinceTime: Number(row.since_time),
  }))
}

/** Stores what a range changes. Forgets waits that ended before `keepFrom`. */
export async function storeWaits(
  query: Query,
  job: number,
  { begun, ended, findings, keptIds }: WaitChanges,
  keepFrom: bigint,
): Promise<void> {
  for (const { inboxHash, sinceBlock, endBlock } of ended) {
    await query(
      `UPDATE waits SET end_block = $1 WHERE job = ${job} AND inbox_hash = $2 AND since_block = $3`,
      [...[endBlock, inboxHash, sinceBlock]],
    )
  }
  const rows = begun.map(({ inboxHash, inbox, token, sinceBlock, sinceTime }) => {
    return { job, inbox_hash: inboxHash, inbox, token, since_block: sinceBlock, since_time: sinceTime }
  })
  await insertRows(query, 'waits', rows, 'DO NOTHING')
  await query(`DELETE FROM waits WHERE job = ${job} AND end_block < $1`, [keepFrom])
  await storeWaitFindings(query, job, findings, keptIds)
}

/** Goes back after a reorganization: removes waits that began after `toBlock`, and reopens waits that ended after it. */
export async function rewindWaits(query: Query, job: number, toBlock: bigint): Promise<void> {
  await query(`DELETE FROM waits WHERE job = ${job} AND since_block > $1`, [toBlock])
  await query(`UPDATE waits SET end_block = NULL WHERE job = ${job} AND end_block > $1`, [toBlock])
}
