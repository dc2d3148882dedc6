import { parseJson } from '../../base/parseJson.js'
import { WatchJobError } from '../errors.js'
import type { WatchJob } from '../types.js'
import type { Query } from './database.js'
import { reopenFills, rewind } from './ranges.js'

export async function storeJob(query: Query, job: WatchJob): Promise<void> {
  const { chainId, receiver, fromBlock, fillsFrom, options } = job
  await query(
    `INSERT INTO job (chain_id, receiver, from_block, fills_from, options, scanned_to)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [chainId, receiver, fromBlock, fillsFrom, JSON.stringify(options), fromBlock - 1n],
  )
}

/**
 * Goes on with the stored job. Earlier blocks than the stored ones are read, with all after them; other options are taken
 * only to judge every fill again. What was found before is then in doubt.
 *
 * @throws {@link WatchJobError}
 */
export async function resumeJob(query: Query, job: WatchJob, isRejudged: boolean): Promise<void> {
  const [row] = await query('SELECT * FROM job')
  requireSame('chainId', String(row!.chain_id), String(job.chainId))
  requireSame('receiver', String(row!.receiver).toLowerCase(), job.receiver.toLowerCase())
  if (!isRejudged) await requireSameOptions(query, job)
  const fillsFrom = min(job.fillsFrom, row!.fills_from)
  const fromBlock = min(job.fromBlock, row!.from_block)
  const isEarlier = fillsFrom < toBlock(row!.fills_from) || fromBlock < toBlock(row!.from_block)
  await query('UPDATE job SET options = $1, fills_from = $2, from_block = $3', [
    JSON.stringify(job.options),
    fillsFrom,
    fromBlock,
  ])
  if (isRejudged) await reopenFills(query)
  if (isEarlier) await rewind(query, fromBlock - 1n)
  if (isEarlier || isRejudged) await query("UPDATE findings SET state = 'doubted' WHERE state = 'stands'")
}

/** Refuses to judge with other options than the rest was judged with. @throws {@link WatchJobError} */
export async function requireSameOptions(query: Query, { options }: WatchJob): Promise<void> {
  const [row] = await query('SELECT options FROM job')
  const stored = parseJson(String(row!.options)) as WatchJob['options']
  for (const [field, required] of Object.entries(options)) {
    requireSame(field, stored[field] ?? 'none', required, 'rejudge')
  }
}

function requireSame(field: string, found: string, required: string, remedy?: 'rejudge'): void {
  if (found !== required) throw new WatchJobError({ field, found, required, remedy })
}

function min(asked: bigint, stored: unknown): bigint {
  const block = toBlock(stored)
  return asked < block ? asked : block
}

function toBlock(stored: unknown): bigint {
  return BigInt(String(stored))
}
