import { parseJson } from '../../base/parseJson.js'
import { WatchJobError } from '../errors.js'
import type { WatchJob } from '../types.js'
import type { DatabaseRow, Query } from './database.js'
import { reopen, rewind } from './ranges.js'

/** Stores a new job, or resumes the stored one, and returns its number. @throws {@link WatchJobError} */
export async function openJob(query: Query, job: WatchJob, isRejudged: boolean): Promise<number> {
  const { chainId, receiver, fromBlock, fillsFrom, options } = job
  const account = receiver.toLowerCase()
  const [made] = await query(
    `INSERT INTO jobs (chain_id, receiver, from_block, fills_from, options, scanned_to)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING job`,
    [chainId, account, fromBlock, fillsFrom, JSON.stringify(options), fromBlock - 1n],
  )
  if (made) return Number(made.job)
  const [row] = await query('SELECT * FROM jobs WHERE receiver = $1 AND chain_id = $2', [account, chainId])
  await resumeJob(query, row!, job, isRejudged)
  return Number(row!.job)
}

/**
 * Resumes a stored job. If the first block is earlier than the stored one, all blocks from it are read. Changed options are
 * accepted only if every fill is judged again. Earlier findings are then in doubt.
 */
async function resumeJob(query: Query, row: DatabaseRow, job: WatchJob, isRejudged: boolean): Promise<void> {
  const key = Number(row.job)
  if (!isRejudged) await requireSameOptions(query, key, job)
  const fillsFrom = min(job.fillsFrom, row.fills_from)
  const fromBlock = min(job.fromBlock, row.from_block)
  const isEarlier = fillsFrom < toBlock(row.fills_from) || fromBlock < toBlock(row.from_block)
  await query(`UPDATE jobs SET options = $1, fills_from = $2, from_block = $3 WHERE job = ${key}`, [
    JSON.stringify(job.options),
    fillsFrom,
    fromBlock,
  ])
  if (isRejudged) await query(`UPDATE fills SET ${reopen} WHERE job = ${key}`)
  if (isEarlier) await rewind(query, key, fromBlock - 1n)
  if (!isEarlier && !isRejudged) return
  await query(`UPDATE findings SET state = 'doubted' WHERE job = ${key} AND state = 'stands'`)
}

/** Rejects options that differ from the options of earlier judgments. @throws {@link WatchJobError} */
export async function requireSameOptions(
  query: Query,
  key: number,
  { receiver, chainId, options }: WatchJob,
): Promise<void> {
  const [row] = await query(`SELECT options FROM jobs WHERE job = ${key}`)
  const stored = parseJson(String(row!.options)) as WatchJob['options']
  for (const [field, required] of Object.entries(options)) {
    const found = stored[field] ?? 'none'
    if (found !== required) throw new WatchJobError({ receiver, chainId, field, found, required })
  }
}

function min(asked: bigint, stored: unknown): bigint {
  const block = toBlock(stored)
  return asked < block ? asked : block
}

function toBlock(stored: unknown): bigint {
  return BigInt(String(stored))
}
